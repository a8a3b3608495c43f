// Sends one kind of request for a while: node load.mjs '{"url","key","bodies","seconds","connections"}'; the result is a line of JSON.
// Instead of `bodies`, which are posted to /graphql, it takes `requests` of any path: {"method","path","body"}.
import autocannon from "autocannon";

const {
  url,
  key,
  bodies = [],
  requests: sent = bodies.map((body) => ({ method: "POST", path: "/graphql", body })),
  seconds,
  connections,
} = JSON.parse(process.argv[2]);
const headers = { "content-type": "application/json", accept: "application/json", "x-api-key": key };
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: sent.map((request) => ({ ...request, headers })),
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
