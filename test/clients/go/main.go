// A client as somebody else would write it: /v2 by oapi-codegen, the graph by genqlient.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/client/api"
	"example.com/client/graph"
	"github.com/Khan/genqlient/graphql"
)

type withKey string

func (key withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("x-api-key", string(key))
	return http.DefaultTransport.RoundTrip(request)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx, url := context.Background(), os.Args[1]
	client := &http.Client{Transport: withKey(os.Args[2])}
	rest := must(api.NewClientWithResponses(url, api.WithHTTPClient(client)))
	question := api.GenerateSearchCriteriaJSONRequestBody{SearchInput: "Find 5 makers of rotor blades in Germany"}
	read := must(rest.GenerateSearchCriteriaWithResponse(ctx, question)).JSON200.Data

	gql := graphql.NewClient(url+"/graphql", client)
	criteria := graph.SearchCriteriaInput{UserPrompt: &question.SearchInput, MarketName: &read.MarketName}
	started := must(graph.Start(ctx, gql, graph.StartDiscoveryInput{SearchCriteria: criteria})).StartDiscovery.Market
	job := must(graph.Market(ctx, gql, started.MarketId)).Market.Jobs.Edges[0].Node
	early := must(rest.SearchCriteriaWithResponse(ctx, started.MarketId)).JSON404
	fmt.Println(read.MarketRole, started.Status, job.Status, early.ErrorCode)
}
