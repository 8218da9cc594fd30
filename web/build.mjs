// Builds web/dist: a page that any web space can hold. `npm ci && npm run build` is all there is to it.
//
// Goes in: a wheel of this repository, the pinned pure packages of requirements.txt, and the pinned CPython of the
// package `pyodide`. Everything is taken from the registries' packages while building; the page asks nobody afterwards.
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";
import { unzipSync, zipSync } from "fflate";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "dist");
const engine = join(here, "node_modules", "pyodide");
const python = process.env.PYTHON || (process.platform === "win32" ? "python" : "python3");
const work = mkdtempSync(join(tmpdir(), "adjudicator-page-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

// Parts of the program that are for a terminal, a build or another page.
const NOT_HERE = ["adjudicator/cli/", "adjudicator/assistants/", "adjudicator/editor/", "adjudicator/pages/", "adjudicator/_docs/", "adjudicator/scale/", "adjudicator/records/freels_read", "adjudicator/records/freels_cells", "adjudicator/records/tournament", "adjudicator/records/pad", "adjudicator/records/study", "adjudicator/draw/study", "adjudicator/report/study", "adjudicator/_grammar/carc.tmLanguage.json", "adjudicator/__main__", "adjudicator/pytest_plugin", "lark/tools/", "lark/__pyinstaller/"];
// Sources of what the wheel holds prepared: nothing reads them there (tests/test_wheel.py). Which languages can talk is
// told by their own talk.toml.
const PREPARED = /^adjudicator\/.*\/(rules|words|phrases|drawing|guide)\.toml$|^adjudicator\/(words\/phrases\/.*|expansions\/.*\/(talk|asked))\.toml$/;
function files(folder, top = folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? files(path, top) : [relative(top, path).split(sep).join("/")];
    })
    .sort();
}

function unpacked(archive, folder) {
  for (const [name, data] of Object.entries(unzipSync(readFileSync(archive)))) {
    if (name.endsWith("/")) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
}

const step = (text) => console.log(`-- ${text}`);

step("the program as a wheel, and what it needs");
const wheels = join(work, "wheels");
const pip = (...words) => execFileSync(python, ["-m", "pip", ...words], { stdio: ["ignore", "ignore", "inherit"] });
pip("wheel", "-q", "--no-deps", "-w", wheels, join(here, ".."));
pip("download", "-q", "--no-deps", "--only-binary=:all:", "-d", wheels, "-r", join(here, "requirements.txt"));
const site = join(work, "site");
for (const name of readdirSync(wheels)) {
  if (!name.endsWith("-none-any.whl")) throw new Error(`${name} is not pure Python`);
  unpacked(join(wheels, name), site);
}
for (const name of readdirSync(site)) {
  if (name.endsWith(".dist-info")) rmSync(join(site, name), { recursive: true });
}
for (const name of files(site)) {
  if (NOT_HERE.some((part) => name.startsWith(part)) || PREPARED.test(name)) rmSync(join(site, name));
}
for (const name of readdirSync(join(here, "python"))) {
  if (name.endsWith(".py")) cpSync(join(here, "python", name), join(site, name));
}
const library = join(work, "library");
unpacked(join(engine, "python_stdlib.zip"), library);

step("every module compiled by the CPython that will run it");
const { loadPyodide } = await import("pyodide");
// Lines are kept for what is told of a failure, columns are not.
const compiler = await loadPyodide({ args: ["-X", "no_debug_ranges"] });
for (const [inside, outside] of [["/site", site], ["/library", library], ["/here", here]]) {
  compiler.FS.mkdirTree(inside);
  compiler.mountNodeFS(inside, outside);
}
// Without docstrings and without a date: the same sources make the same page.
const needed = new Set(
  compiler.runPython(`
import sys, json, pathlib
sys.dont_write_bytecode = True
sys.path.insert(0, "/here")
from needed import needed
json.dumps(needed(pathlib.Path("/library"), pathlib.Path("/site")))
`).slice(1, -1).split(/[", ]+/),
);
compiler.runPython(`
import importlib._bootstrap_external as loader, pathlib
for top in ("/site", "/library"):
    for path in sorted(pathlib.Path(top).rglob("*.py")):
        try:
            code = compile(path.read_bytes(), str(path.relative_to(top)), "exec", dont_inherit=True, optimize=2)
        except SyntaxError:
            continue  # what another implementation reads
        path.with_suffix(".pyc").write_bytes(loader._code_to_hash_pyc(code, b"\\0" * 8, False))
        path.unlink()
`);

/** As small as a reader of gzip can read: it takes a minute and a half in all, and spares each phone 0.3 MB. */
const packed = async (data) => Buffer.from(await zopfli.gzipAsync(data, { numiterations: 5 }));

function archive(folder, wanted) {
  const inside = {};
  for (const name of files(folder).filter(wanted)) {
    inside[name] = [readFileSync(join(folder, name)), { mtime: new Date(2000, 0, 1) }];
  }
  // Many small files compress better together than one by one.
  return packed(zipSync(inside, { level: 0 }));
}

step("the files of the page");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const assets = [];
/** Writes a file under a name that its content decides, in a folder of its own where it must keep its name. */
function put(name, data, { kept = false } = {}) {
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 12);
  const dot = name.indexOf(".");
  const path = kept ? `a/${hash}/${name}` : `a/${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), data);
  assets.push({ url: path, size: data.length });
  return path;
}
const program = put("program.zip.gz", await archive(site, () => true));
const stdlib = put("library.zip.gz", await archive(library, (name) => needed.has(name.replace(/(\/__init__)?\.pyc$/, "").replaceAll("/", "."))));
step("every module of the program opened with what is left of the library");
const left = join(work, "library.zip");
writeFileSync(left, gunzipSync(readFileSync(join(out, stdlib))));
const trial = await loadPyodide({ stdLibURL: left });
trial.FS.mkdirTree("/program");
trial.mountNodeFS("/program", site);
trial.runPython(`
import importlib, pathlib, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/program")
for path in sorted(pathlib.Path("/program").rglob("*.pyc")):
    name = ".".join(path.relative_to("/program").with_suffix("").parts).removesuffix(".__init__")
    if name.startswith(("lark.", "drawsvg.")):
        continue
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as lack:
        # A module of the program that is for an extra lacks its library; nothing may lack one of Python's own.
        if lack.name.split(".")[0] in sys.stdlib_module_names or lack.name.split(".")[0] in sys.modules:
            raise
`);

// The engine's own files look for each other by name, so they lie in one folder.
const own = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const engineHash = createHash("sha256");
for (const name of own) engineHash.update(readFileSync(join(engine, name)));
const engineFolder = `a/engine-${engineHash.digest("hex").slice(0, 12)}/`;
mkdirSync(join(out, engineFolder), { recursive: true });
for (const name of own) {
  let data = readFileSync(join(engine, name));
  if (name.endsWith(".wasm")) {
    // Not every web space compresses this kind of file: it is stored compressed, and the page unpacks it.
    data = await packed(data);
    writeFileSync(join(out, engineFolder, `${name}.gz`), data);
    assets.push({ url: `${engineFolder}${name}`, from: `${engineFolder}${name}.gz`, size: data.length });
  } else {
    data = data.toString().replace(/\n?\/\/# sourceMappingURL=.*\n?$/, "\n");
    writeFileSync(join(out, engineFolder, name), data);
    assets.push({ url: `${engineFolder}${name}`, size: data.length });
  }
}

const common = { bundle: true, format: "esm", target: "es2022", minify: true, write: false, logLevel: "warning", legalComments: "none" };
const bundled = async (entry, extra = {}) => (await build({ ...common, entryPoints: [join(here, "src", entry)], ...extra })).outputFiles[0].contents;
const worker = put("worker.js", await bundled("worker.ts"));
// The engine wants to know which packages there are; none beside its own library.
const { info } = JSON.parse(readFileSync(join(engine, "pyodide-lock.json"), "utf8"));
const paths = { engine: engineFolder, program, stdlib, worker, lock: { info, packages: {} } };
const script = put("app.js", await bundled("app.tsx", { jsx: "automatic", jsxImportSource: "preact", define: { PATHS: JSON.stringify(paths) } }));
const style = put("style.css", await bundled("style.css", { loader: { ".css": "css" } }));
const icon = put("icon.svg", readFileSync(join(here, "src", "icon.svg")));
writeFileSync(
  join(out, "manifest.webmanifest"),
  JSON.stringify({
    name: "Adjudicator",
    short_name: "Adjudicator",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: "#f6f2e9",
    theme_color: "#28543f",
    icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any maskable" }],
  }),
);
const policy = readFileSync(join(here, "src", "policy.txt"), "utf8").trim().replace(/\s+/g, " ");
let page = readFileSync(join(here, "src", "index.html"), "utf8");
for (const [name, value] of Object.entries({ script, style, icon, policy })) page = page.replaceAll(`{${name}}`, value);
writeFileSync(join(out, "index.html"), page);
for (const name of ["index.html", "manifest.webmanifest"]) {
  assets.push({ url: name, size: statSync(join(out, name)).size, mark: createHash("sha256").update(readFileSync(join(out, name))).digest("hex") });
}
const version = createHash("sha256").update(JSON.stringify(assets)).digest("hex").slice(0, 12);
writeFileSync(
  join(out, "sw.js"),
  await bundled("sw.ts", { format: "iife", define: { VERSION: JSON.stringify(version), ASSETS: JSON.stringify(assets), POLICY: JSON.stringify(policy) } }),
);

let whole = 0;
for (const name of files(out)) {
  const data = readFileSync(join(out, name));
  const small = Math.min(data.length, gzipSync(data, { level: 9 }).length);
  whole += small;
  console.log(`${String(small).padStart(9)} bytes compressed  ${name}`);
}
console.log(`${String(whole).padStart(9)} bytes compressed in all, version ${version}`);
process.exit(0);
