"""A client of the graph as somebody else would write it: queries by gql, a subscription as server-sent events."""

import json
import sys

import httpx
from gql import Client, gql
from gql.transport.httpx import HTTPXTransport
from httpx_sse import connect_sse

url, key = sys.argv[1:]
headers = {"x-api-key": key}
client = Client(transport=HTTPXTransport(url=url, headers=headers), fetch_schema_from_transport=True)

start = gql("mutation ($input: StartDiscoveryInput!) { startDiscovery(input: $input) { market { marketId name status } } }")
start.variable_values = {"input": {"searchCriteria": {"userPrompt": "Find makers of rotor blades in Germany"}}}
market = client.execute(start)["startDiscovery"]["market"]

progress = "subscription ($marketId: Int!) { discoveryProgress(marketId: $marketId, after: 0) { sequence phase message } }"
body = {"query": progress, "variables": {"marketId": market["marketId"]}}
with httpx.Client(headers=headers, timeout=30) as http, connect_sse(http, "POST", url, json=body) as events:
    first = next(json.loads(event.data) for event in events.iter_sse() if event.event == "next")

print(json.dumps({"status": market["status"], "first": first["data"]["discoveryProgress"]["phase"]}))
