"""A client as somebody else would write it, on the package that openapi-python-client generates."""

import json
import sys

from market_api import AuthenticatedClient
from market_api.api.discovery import discovery_status, start_discovery
from market_api.api.search_criteria import generate_search_criteria, search_criteria
from market_api.models import (
    ErrorEnvelope,
    GenerateSearchCriteriaBody,
    KeywordsRequest,
    DiscoveryCriteriaRequest,
    StartDiscoveryBody,
)

base_url, key = sys.argv[1:]
client = AuthenticatedClient(
    base_url=base_url, token=key, prefix="", auth_header_name="x-api-key", raise_on_unexpected_status=True
)


def done(answer):
    if answer is None or isinstance(answer, ErrorEnvelope):
        raise SystemExit(f"refused: {answer}")
    return answer


question = "Find 5 makers of rotor blades in Germany and Austria, not wind farm operators"
generated = done(
    generate_search_criteria.sync(client=client, body=GenerateSearchCriteriaBody(search_input=question))
).data
criteria = DiscoveryCriteriaRequest(
    market_name=generated.market_name,
    user_prompt=generated.user_prompt,
    market_role=generated.market_role,
    keywords=KeywordsRequest.from_dict(generated.keywords.to_dict()),
    count=generated.count,
)
started = done(start_discovery.sync(client=client, body=StartDiscoveryBody(search_criteria=criteria)))
market_id = started.metadata.market_id
status = done(discovery_status.sync(market_id, client=client)).data
early = search_criteria.sync_detailed(market_id, client=client)

print(
    json.dumps(
        {
            "role": generated.market_role,
            "countries": [location.country for location in generated.locations],
            "workflowName": started.data[0].workflow_name,
            "startTimeHasZone": started.data[0].start_time.tzinfo is not None,
            "state": status.status.value,
            "early": [early.status_code, early.parsed.error_code],
        }
    )
)
