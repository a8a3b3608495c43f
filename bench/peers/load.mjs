// Sends one kind of request for a while: node load.mjs '{"url","key","bodies","seconds","connections"}'; the result is a line of JSON.
import autocannon from "autocannon";

const { url, key, bodies, seconds, connections } = JSON.parse(process.argv[2]);
const headers = { "content-type": "application/json", accept: "application/json", "x-api-key": key };
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: bodies.map((body) => ({ method: "POST", path: "/graphql", headers, body })),
});
const { requests, latency, duration, errors, non2xx } = result;
console.log(
  JSON.stringify({
    requests: requests.total,
    seconds: duration,
    p50: latency.p50,
    p99: latency.p99,
    failed: errors + non2xx,
  }),
);
