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
    historySince
  }
}

query WhyNot {
  market(marketId: 1) { whyNot(domain: "gevernova.com") { verdict reason } }
}

# Ask every company of the market a question, and read the answers with the words that support them.
mutation AddColumn {
  addMarketColumn(input: { marketId: 1, question: "How many employees do they have?", kind: NUMBER, name: "Staff" }) {
    columnId
    readAs
  }
}

query Columns {
  market(marketId: 1) {
    columns { columnId name kind }
    companies(first: 10) {
      edges { node { name } cells { column { name } state value quote source { title url } } }
    }
  }
}

mutation Review {
  reviewCompany(input: { marketId: 1, domain: "nordex-online.com", decision: ACCEPTED, reason: "A maker" }) {
    market { reviews(first: 5) { totalCount } }
  }
}

mutation Publish {
  publishMarket(input: { marketId: 1, pipelineChoices: { 
    runNews: true
    runEsg: true
    runMomentumScore: true
    runMarketRadar: true
    runTopicAnalysis: true
    runGenerateFeatureMap: true
  } }) {
    market { status }
  }
}

# Read what the pipeline found.
query Signals {
  market(marketId: 1) {
    momentum { asOf notes companies(first: 5) { edges { node { name } } } }
    news(first: 5) { edges { node { title publisher sentiment } } }
    esgItems(first: 5) { edges { node { title company { name } labels { label } } } }
    esgIncidents(first: 5) {
      edges { node { title company { name } severity severityReasons { dimension level quote } reach newLabels { label } } }
    }
    events(first: 5) { edges { node { title alertTypes { name } } } }
    people(first: 5) { edges { node { name role company { name } } } }
  }
}

query Charts {
  market(marketId: 1) {
    radar { notes companies(first: 10) { edges { node { name } point { x y quadrant why } } } }
    topics { notes topics { label share terms { term weight } companies(first: 3) { edges { node { name } } } } }
    featureMap {
      notes
      features { feature origin stated implied }
      companies(first: 10) { edges { node { name } cells { feature answer quote } } }
    }
  }
}

# What the market was at an earlier moment, and what has changed since. Put the moment into the tab "Variables" below.
# It must not be before the "historySince" of the market.
query History($since: DateTime!) {
  market(marketId: 1) {
    asOf(at: $since) { at companies(first: 10) { totalCount edges { rank node { name } } } }
    changes(from: $since, first: 10) {
      counts { entered left moved rescored }
      edges { node { kind company { name } before { rank } after { rank } } }
    }
  }
}

# Take it with you: the address of a file with the companies.
query Export {
  market(marketId: 1) { download(format: XLSX) { url expiresAt } }
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

# Put your own address here. The secret checks the signatures of the messages, and is shown only now.
mutation AddWebhook {
  createWebhook(input: { url: "https://hooks.example.com/markets" }) { secret webhook { webhookId status } }
}

query Webhooks {
  webhooks(first: 5) { edges { node { url status deliveries(first: 5) { edges { node { kind status lastStatus } } } } } }
}
`;
