"""A client as somebody else would write it, on the package that openapi-python-client generates."""

import json
import sys

from market_api import AuthenticatedClient, models
from market_api.api.discovery import discovery_status, start_discovery
from market_api.api.search_criteria import generate_search_criteria, search_criteria

base_url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key, prefix="", auth_header_name="x-api-key")


def done(answer):
    if answer is None or isinstance(answer, models.ErrorEnvelope):
        raise SystemExit(f"refused: {answer}")
    return answer


question = "Find 5 makers of rotor blades in Germany and Austria, not wind farm operators"
body = models.GenerateSearchCriteriaBody(search_input=question)
read = done(generate_search_criteria.sync(client=client, body=body)).data
criteria = models.DiscoveryCriteriaRequest(market_name=read.market_name, user_prompt=read.user_prompt, count=read.count)
started = done(start_discovery.sync(client=client, body=models.StartDiscoveryBody(search_criteria=criteria)))
[job] = started.data
status = done(discovery_status.sync(started.metadata.market_id, client=client)).data
early = search_criteria.sync_detailed(started.metadata.market_id, client=client)
result = {
    "role": read.market_role,
    "countries": [location.country for location in read.locations],
    "workflowName": job.workflow_name,
    "startTimeHasZone": job.start_time.tzinfo is not None,
    "state": status.status.value,
    "early": [early.status_code, early.parsed.error_code],
}
print(json.dumps(result))
