import { describe, expect, it } from "vitest";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";

const countriesOf = (question: string) => criteriaFromQuestion(question).locations.map(({ country }) => country);

describe("the frame of a request in another language", () => {
  it.each([
    "Gibt es Brauereien in Polen?",
    "Welche Brauereien gibt es in Polen?",
    "Wir suchen nach Brauereien in Polen",
    "Kennen Sie Brauereien in Polen?",
    "Welche Brauereien kennen Sie in Polen?",
    "Ich brauche eine Liste von Brauereien in Polen",
    "Ich hätte gern eine Übersicht über Brauereien in Polen",
    "Können Sie mir Brauereien in Polen nennen?",
    "Nennen Sie mir bitte alle Brauereien in Polen",
    "Bitte liste mir Brauereien in Polen auf",
    "Was sind die führenden Brauereien in Polen?",
    "Wo finde ich Brauereien in Polen?",
    "Ich interessiere mich für Brauereien in Polen",
    "Ich bin auf der Suche nach Brauereien in Polen",
    "Gesucht werden Brauereien in Polen",
    "Brauereien in Polen gesucht",
    "Ich möchte Brauereien in Polen finden",
    "Wir sind ein Hotel und suchen Brauereien in Polen",
    "Als Hotel suchen wir Brauereien in Polen",
    "Quelles brasseries y a-t-il en Pologne ?",
    "Quelles sont les principales brasseries de Pologne ?",
    "Je suis à la recherche de brasseries en Pologne",
    "Y a-t-il des brasseries en Pologne ?",
    "Est-ce qu'il y a des brasseries en Pologne ?",
    "Existe-t-il des brasseries en Pologne ?",
    "Il me faut une liste de brasseries en Pologne",
    "J'ai besoin d'une liste de brasseries en Pologne",
    "Pouvez-vous me donner une liste de brasseries en Pologne ?",
    "Connaissez-vous des brasseries en Pologne ?",
    "Donnez-moi les brasseries en Pologne",
    "Je voudrais une liste des brasseries en Pologne",
    "Où trouver des brasseries en Pologne ?",
    "Nous avons besoin de brasseries en Pologne",
    "Merci de me donner une liste de brasseries en Pologne",
    "Nous sommes un hôtel et cherchons des brasseries en Pologne",
    "¿Qué cervecerías hay en Polonia?",
    "¿Hay cervecerías en Polonia?",
    "¿Existen cervecerías en Polonia?",
    "Estamos buscando cervecerías en Polonia",
    "Necesito una lista de cervecerías en Polonia",
    "¿Cuáles son las principales cervecerías de Polonia?",
    "¿Conoce cervecerías en Polonia?",
    "Dame una lista de cervecerías en Polonia",
    "Quiero una lista de cervecerías en Polonia",
    "Me gustaría encontrar cervecerías en Polonia",
    "¿Puede darme una lista de cervecerías en Polonia?",
    "Muéstrame cervecerías en Polonia",
    "¿Dónde puedo encontrar cervecerías en Polonia?",
    "Me interesan las cervecerías en Polonia",
    "Somos un hotel y buscamos cervecerías en Polonia",
  ])("leaves nothing of itself in the offer: %s", (question) => {
    const { keywords, marketRole } = criteriaFromQuestion(question);
    expect(keywords.features).toEqual(["breweries"]);
    expect(marketRole).toBe("manufacturer");
    expect(countriesOf(question)).toEqual(["PL"]);
  });

  it.each([
    ["Welche Unternehmen gibt es, die Pumpen herstellen?", ["pumps"]],
    ["Ich möchte wissen, welche Firmen in Polen Möbel herstellen", ["furniture"]],
    ["Ich würde gerne wissen, wer Windkraftanlagen baut", ["wind turbines"]],
    ["Qui fabrique des pompes en Pologne ?", ["pumps"]],
    ["Je voudrais savoir qui fabrique des grues en Allemagne", ["cranes"]],
    ["Quiero saber quién fabrica grúas en Alemania", ["cranes"]],
  ])("keeps the clause that says what the companies make: %s", (question, features) => {
    const { keywords, marketRole } = criteriaFromQuestion(question);
    expect([keywords.features, marketRole]).toEqual([features, "manufacturer"]);
  });

  it("keeps counts and exclusions, and leaves English alone that has the same words", () => {
    const german = criteriaFromQuestion("Kannst du mir 15 Hersteller von Kränen nennen, aber keine Händler?");
    expect([german.count, german.keywords.features, german.keywords.irrelevant]).toEqual([
      15,
      ["cranes"],
      ["merchant"],
    ]);
    expect(criteriaFromQuestion("Hay balers in Spain").keywords.features).toEqual(["Hay balers"]);
  });
});

describe("kinds of companies in another language", () => {
  it.each([
    ["Banken in der Schweiz, keine Versicherungen", ["banks"], ["insurers"]],
    ["Banques en Suisse, pas d'assurances", ["banks"], ["insurers"]],
    ["Bancos en Suiza, no seguros", ["banks"], ["insurers"]],
    ["Krankenversicherungen in Polen", ["health insurers"], []],
    ["Werbeagenturen in Polen, keine Druckereien", ["advertising agencies"], ["printing companies"]],
    ["Metzgereien und Apotheken in Polen", ["butcher shops", "pharmacies"], []],
    ["Unternehmensberatungen in Polen", ["management consultancies"], []],
    ["Verreries en Pologne", ["glassworks"], []],
    ["Carrières en Pologne", ["quarries"], []],
    ["Agences immobilières en Pologne", ["estate agents"], []],
    ["Petroleras en México", ["oil companies"], []],
    ["Corredurías de seguros en México", ["insurance brokers"], []],
  ])("is read as the companies: %s", (question, features, exclusions) => {
    const { keywords } = criteriaFromQuestion(question);
    expect([keywords.features, keywords.irrelevant]).toEqual([features, exclusions]);
  });

  it.each(["Firmen, die Versicherungen verkaufen, in Polen", "Empresas que venden seguros en México"])(
    "is what they sell after a verb of trade: %s",
    (question) => {
      expect(criteriaFromQuestion(question).keywords.features).toEqual(["insurance"]);
    },
  );
});

describe("a noun that belongs to another", () => {
  it.each([
    ["Fabricants de produits de soins de la peau", ["skin care products"]],
    ["Sociétés de location de grues en Pologne", ["crane rental"]],
    ["¿Quién fabrica máquinas de limpieza?", ["cleaning machines"]],
    ["Empresas de reparación de barcos en Chile", ["ship repair"]],
    ["Vermietung von Baumaschinen in Polen", ["construction machine rental"]],
    ["Firmen für die Wartung von Aufzügen", ["elevator maintenance"]],
  ])("goes before it: %s", (question, features) => {
    expect(criteriaFromQuestion(question).keywords.features).toEqual(features);
  });

  it.each(["Zulieferer der Automobilindustrie", "Équipementiers de l'industrie automobile"])(
    "is the industry that suppliers make parts for: %s",
    (question) => {
      expect(criteriaFromQuestion(question)).toMatchObject({
        marketRole: "manufacturer",
        keywords: { features: ["car parts"] },
      });
    },
  );

  it.each(["Éditeurs de journaux hors des États-Unis et de la Chine", "Editoriales fuera de los Estados Unidos"])(
    "is no place outside which the companies are: %s",
    (question) => {
      expect(criteriaFromQuestion(question).keywords.irrelevant.join()).toContain("United States");
    },
  );

  it("leaves makers before what they make", () => {
    expect(criteriaFromQuestion("Fabricantes de bombas y de válvulas").keywords.features).toEqual(["pumps", "valves"]);
  });
});

describe("words of trades in another language", () => {
  it.each([
    ["Fabricantes de autobuses y autocares", ["buses", "coaches"]],
    ["Fabricantes de autobuses electricos", ["electric buses"]],
    ["Producteurs de vehicules electriques", ["electric vehicles"]],
    ["Fabricants de produits chimiques", ["chemicals"]],
    ["Hersteller von Papier und Leder", ["paper", "leather"]],
    ["Hersteller von klinischer Diagnostik", ["clinical diagnostics"]],
    ["Empresas constructoras de carreteras", ["road construction"]],
    ["Qui vend des machines à laver ?", ["washing machines"]],
  ])("are read in all their forms: %s", (question, features) => {
    const found = criteriaFromQuestion(question).keywords.features;
    expect(found.map((feature) => feature.toLowerCase())).toEqual(features.map((feature) => feature.toLowerCase()));
  });

  it.each([
    ["Wer vermietet und wäscht Arbeitskleidung für Betriebe?", ["workwear"], ["businesses"]],
    ["Wer liefert Steckverbinder an Autohersteller?", ["connectors"], ["car makers"]],
    ["Qui fournit des connecteurs aux constructeurs automobiles ?", ["connectors"], ["car makers"]],
  ])("tell the offer from its users: %s", (question, features, users) => {
    const { keywords } = criteriaFromQuestion(question);
    expect([keywords.features, keywords.user]).toEqual([features, users]);
  });

  it("say which shops are not wanted", () => {
    const { keywords } = criteriaFromQuestion("Grossistes en produits alimentaires, pas les enseignes de distribution");
    expect([keywords.features, keywords.irrelevant]).toEqual([["food"], ["retail chains"]]);
  });
});

describe("a Portuguese question", () => {
  it("has a preposition before its place and no exclusion", () => {
    expect(countriesOf("Fabricantes de bombas no Brasil")).toEqual(["BR"]);
    expect(countriesOf("Cervecerías en América Latina, no México")).not.toContain("MX");
  });
});
