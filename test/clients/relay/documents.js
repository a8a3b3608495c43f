// Documents as a page has them: a list that is paged by its cursor, and fetched again by the global id of its market.
graphql`
  query documentsMarketQuery($marketId: Int!) {
    market(marketId: $marketId) {
      id
      name
      ...documentsCompanies
    }
  }
`;

graphql`
  fragment documentsCompanies on Market
  @refetchable(queryName: "documentsCompaniesPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" }) {
    companies(first: $first, after: $after) @connection(key: "documents_companies") {
      edges {
        rank
        node {
          id
          name
          domain
        }
      }
    }
  }
`;
