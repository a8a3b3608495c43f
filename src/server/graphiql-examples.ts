/** Opens first. It needs no key, so that the first click has a result. */
export const FIRST_QUERY = `# Press the button: this needs no key. The next tab has an example for each kind of work.
query WhatCanBeAsked {
  __schema {
    queryType { fields { name description } }
    mutationType { fields { name description } }
  }
}
`;

/**
 * One query for each kind of work, in the order of the work. GraphiQL's button lists them by name. All are in one tab, so
 * that the key is entered once.
 */
export const EXAMPLES = `# These need your API key: put it into the tab "Headers" below. Then press the button and choose one.
query YourKey {
  viewer { keyPrefix scopes quotaLeft team { name } }
}

# Ask: criteria from a question in plain words, their likeliest companies and their cost.
mutation ReadQuestion {
  generateSearchCriteria(input: { searchInput: "Find 20 makers of wind turbine components in Germany, not wind farm operators" }) {
    marketName
    marketRole
    count
    keywords { features irrelevant }
    locations { country }
  }
}

query Preview {
  previewDiscovery(searchCriteria: { userPrompt: "Find 20 makers of wind turbine components in Germany" }) {
    candidates
    companies { domain reason company { name country } }
  }
}

query Quote {
  quoteDiscovery(searchCriteria: { userPrompt: "Find 20 makers of wind turbine components in Germany" }) {
    seconds { p50 p90 }
    costUsd { p50 p90 }
  }
}

# Discover: this starts a discovery. Its answer has the number of the market.
mutation StartDiscovery {
  startDiscovery(input: { searchCriteria: { userPrompt: "Find 20 makers of wind turbine components in Germany" } }) {
    market { marketId name }
  }
}

subscription FollowDiscovery {
  discoveryProgress(marketId: 1) { sequence phase message progress }
}

# Work in a market: its companies, why each is in, and why another is not.
query Markets {
  markets(first: 5) { edges { node { marketId name status companies(first: 1) { totalCount } } } }
}

query Market {
  market(marketId: 1) {
    name
    status
    companies(first: 10) {
      totalCount
      edges {
        rank
        score
        reasons { criterion outcome evidence { field text } }
        node { name domain country }
      }
    }
    rejected(first: 10) { domain reason }
  }
}

query WhyNot {
  market(marketId: 1) { whyNot(domain: "gevernova.com") { verdict reason } }
}

mutation Review {
  reviewCompany(input: { marketId: 1, domain: "nordex-online.com", decision: ACCEPTED, reason: "A maker" }) {
    market { reviews(first: 5) { totalCount } }
  }
}

mutation Publish {
  publishMarket(input: { marketId: 1, pipelineChoices: { runNews: true, runEsg: true, runMomentumScore: true } }) {
    market { status }
  }
}

# Read what the pipeline found.
query Signals {
  market(marketId: 1) {
    momentum { asOf notes companies(first: 5) { edges { node { name } } } }
    news(first: 5) { edges { node { title publisher sentiment } } }
    esgItems(first: 5) { edges { node { title company { name } labels { label } } } }
    events(first: 5) { edges { node { title alertTypes { name } } } }
    people(first: 5) { edges { node { name role company { name } } } }
  }
}

# Search all companies and all events.
query SearchCompanies {
  companies(first: 10, search: { keyword: "wind turbine blades" }) { totalCount edges { node { name domain country } } }
}

query Events {
  events(first: 10, filter: { minSeverity: 2 }) { edges { node { title alertTypes { name } companies { totalCount } } } }
}

# Ask again and again: dossiers, monitors, and the notices that webhooks send.
query Dossiers {
  dossiers(first: 5) { edges { node { query lastTask { status report } } } }
}

mutation MonitorMarket {
  createMonitor(input: { marketId: 1, everyMinutes: 60 }) { monitorId name }
}

query Notices {
  notices(first: 10) { edges { node { title kind at causes { summary } } } }
}
`;
