// Runs the program, or its tests, in CPython as WebAssembly.
//
//   node run.mjs SITE CHECKOUT many OUT COMMAND... -- FILE...   what many.py does, the files named in CHECKOUT
//   node run.mjs SITE CHECKOUT tests [PATH or OPTION...]        the tests of CHECKOUT, or these
//
// SITE holds the unpacked wheels of the program and of all it needs.
import { loadPyodide } from "pyodide";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const [site, checkout, task, ...rest] = process.argv.slice(2);
const pyodide = await loadPyodide();
function mount(inside, outside) {
  pyodide.FS.mkdirTree(inside);
  pyodide.mountNodeFS(inside, outside);
}
mount("/site", site);
mount("/checkout", checkout);
mount("/here", dirname(fileURLToPath(import.meta.url)));
pyodide.runPython(`
import os, sys
os.chdir("/checkout")
sys.path[:0] = ["/site", "/here"]
sys.dont_write_bytecode = True
`);
if (task === "many") {
  const [out, ...command] = rest;
  mount("/out", dirname(out));
  pyodide.globals.set("arguments", pyodide.toPy([`/out/${basename(out)}`, ...command]));
  pyodide.runPython("import many; many.run(list(arguments))");
} else {
  pyodide.globals.set("options", pyodide.toPy(rest));
  process.exitCode = pyodide.runPython(`
import pytest
int(pytest.main(["-q", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", *(options or ["tests"])]))
`);
}
