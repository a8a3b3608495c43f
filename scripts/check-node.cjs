// Loaded before the program (`node -r`), so that a Node too old to read the program can still say so: the syntax is that of
// 2009.
var wanted = require("../package.json").engines.node.replace(">=", "");
var found = process.versions.node;
var lowest = wanted.split(".").map(Number);
var running = found.split(".").map(Number);
var sentence = ["This program needs Node", wanted, "or later, and this is Node", found, "(https://nodejs.org).\n"];
if (running[0] < lowest[0] || (running[0] === lowest[0] && running[1] < lowest[1])) {
  process.stderr.write(sentence.join(" "));
  process.exit(1);
}
