// Loaded before the program (`node -r`), to say in a sentence what would otherwise be a stack, and to start the build from compiled
// code. A Node that is too old has to understand this file: its syntax is that of 2009.
// biome-ignore lint/style/useNodejsImportProtocol: old ones do not know it
var existsSync = require("fs").existsSync;

var wanted = require("../package.json").engines.node.replace(">=", "");
var found = process.versions.node;
var lowest = wanted.split(".").map(Number);
var running = found.split(".").map(Number);
var tooOld = running[0] < lowest[0] || (running[0] === lowest[0] && running[1] < lowest[1]);
var program = process.argv[1];

function end(words) {
  process.stderr.write(words.join(" ").concat("\n"));
  process.exit(1);
}

if (tooOld)
  end([
    "This program needs Node",
    wanted,
    "or later, and this is Node",
    found.concat("."),
    "On Linux npm ci installs one, which npm run uses; elsewhere: https://nodejs.org",
  ]);
else if (program && !existsSync(program))
  end([program, "is not there: npm run build makes it, or a production folder gets a dist/ that was built elsewhere."]);

var dist = tooOld ? "" : require("node:path").join(__dirname, "../dist/");
// A folder that cannot be written to, such as a container's, turns it off without a word. Nothing has to clear it: Node compares its
// own version and the content of each file.
if (dist && program && program.indexOf(dist) === 0)
  require("node:module").enableCompileCache(dist.concat(".compile-cache"));
