// Runs in a worker, after MicroPython's own script; the site's build puts both into one.
// `WASM` is the program in base64, `FILES` what Python can import. No page.
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const MOST = 200; // lines that are shown; a loop that prints would fill the page
let printed = 0;

const print = (line) => {
  printed += 1;
  if (printed <= MOST) postMessage({ is: "printed", line });
};

const write = (system, [path, text]) => {
  const folders = path.split("/").slice(1, -1);
  folders.reduce((above, name) => {
    const folder = `${above}/${name}`;
    if (!system.analyzePath(folder).exists) system.mkdir(folder);
    return folder;
  }, "");
  system.writeFile(path, text);
};

const begin = async () => {
  const options = { stdout: print, heapsize: 32 * 1024 * 1024, pystack: 16 * 1024 };
  const python = await loadMicroPython({ ...options, wasm: bytesOf(WASM) });
  Object.entries(FILES).forEach((file) => write(python.FS, file));
  return python.pyimport("engine.harness");
};

// Python is there before it is asked for anything.
const harness = begin();

const answer = async (job) => {
  const { run } = await harness;
  postMessage({ is: "started" });
  const found = JSON.parse(run(JSON.stringify(job)));
  postMessage({ is: "done", ...found, cut: Math.max(printed - MOST, 0) });
};

onmessage = ({ data }) =>
  answer(data).catch((error) => postMessage({ is: "failed", told: String(error) }));
