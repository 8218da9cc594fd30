// After `npm install` changed package-lock.json: takes the addresses out of it, so that it names packages and their
// sums alone. `npm ci` then takes them from whatever registry it is set up for.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
for (const one of Object.values(lock.packages)) {
  delete one.resolved;
  delete one.funding;
}
writeFileSync(path, JSON.stringify(lock, null, 2) + "\n");
