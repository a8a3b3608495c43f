import type { Language } from "#foundation/language/dictionaries";

/** The usual frames of a request in one language. */
interface Frames {
  /** The request's verb. It replaces each frame, and is translated like any other word. */
  find: string;
  /** Greetings and polite words before a frame. */
  polite: string;
  /** Openings after which the companies are named. */
  openings: string[];
  /** Openings whose infinitive stands elsewhere in the sentence: "Können Sie mir … nennen?" */
  modals: string[];
  /** Words between an opening and the companies: "bitte", "nach", "eine Liste von". */
  between: string;
  /** The infinitives that end a sentence after a modal. */
  infinitives: string;
  /** A question that names the companies before its verb: "Welche Brauereien gibt es …?" */
  existing: RegExp;
  /** A request at the end of a sentence: "Brauereien in Polen gesucht". */
  closing: RegExp | null;
  /** A request after words about the person who asks, and what it says in full: "Wir sind … und suchen". */
  second: [said: RegExp, full: string];
}

const FRAMES: Record<Language, Frames> = {
  de: {
    find: "finde",
    polite: String.raw`(?:(?:hallo|guten (?:tag|morgen|abend)|bitte)[,!.]?\s+)*`,
    openings: [
      "(?:gibt|gäbe) es",
      "existieren",
      "es geht (?:mir|uns) um",
      "(?:kenn(?:en|st|t)|wissen|weißt|wisst) (?:sie|du|ihr|jemand)(?: jemanden(?=,))?",
      "(?:nennen|zeigen|geben|suchen|finden|listen|liefern|erstellen|empfehlen|schicken|senden) sie(?: (?:mir|uns))?",
      "(?:nenne?|zeige?|gib|suche?|finde?|liefere|erstelle|empfiehl|schicke?|sende?)(?: bitte)? (?:mir|uns)",
      "(?:ich|wir) (?:such(?:e|en)|brauch(?:e|en)|benötig(?:e|en)|recherchier(?:e|en))",
      "(?:ich interessiere mich|wir interessieren uns|mich interessier(?:en|t)|uns interessier(?:en|t))",
      "(?:ich bin|wir sind)(?: derzeit| aktuell| gerade)? (?:auf der suche|interessiert)",
      "gesucht (?:werden|wird|sind|ist)",
      "(?:brauche|benötige|suche)",
      "(?:als|für) [^.,;:!?]{1,50}? (?:such(?:e|en)|brauch(?:e|en)|benötig(?:e|en)) (?:ich|wir)",
      "(?:sage?|sagen sie|verrate|verraten sie) (?:mir|uns)(?: bitte)?",
      "(?:wer|was|welches|welche) (?:sind|wären)",
    ],
    modals: [
      "(?:können|könnten|kannst|könntest|würden|würdest) (?:sie|du)(?: bitte)?(?: (?:mir|uns))?",
      "(?:ich|wir) (?:möchten?|will|wollen|würden?|hätten?|muss|müssen)",
      "liste(?: bitte)?(?: (?:mir|uns))?",
      "wer (?:kann|könnte) (?:mir|uns)(?=[^.;!?]* liefern)",
      "wo (?:finden?|bekommen?|gibt|kann|können) (?:ich|wir|man|es)",
    ],
    between:
      "(?: (?:bitte|vielleicht|zufällig|gerne?|derzeit|aktuell|momentan|zurzeit|dringend|gerade|noch|außerdem|auch))*(?: (?:nach|für|an|über|um|wissen))?(?:(?: (?:eine[rn]?|die))?(?: (?:kurze|vollständige|komplette|aktuelle|gute))? (?:liste|übersicht|aufstellung|auswahl|tabelle|beispiele|namen|adressen)(?: (?:von|mit|der|aller|über|an|für))?|(?: einen)? überblick über)?",
    infinitives:
      "(?:finden|nennen|zeigen|geben|auflisten|empfehlen|kennenlernen|haben|bekommen|erhalten|erstellen|zusammenstellen|kontaktieren|kaufen|liefern|suchen|heraussuchen|sagen|auf)",
    existing:
      /(?<!\p{L})(?:welche[nrs]?|was für|wie viele) ([^.;!?]*?)\s+(?:(?:gibt|gäbe) es|existieren|kennen sie|kennst du)(?!\p{L})/giu,
    closing: /\s+(?:werden |wird )?(?:gesucht|benötigt)(?=\s*(?:[.;!?]|$))/giu,
    second: [
      /(?<=(?:^|[.;!?]\s*)(?:wir|ich|als) [^.;!?]*?)(?: und|,) (suche|suchen|brauche|brauchen|benötige|benötigen)(?: nach)?(?!\p{L})/giu,
      ", wir suchen",
    ],
  },
  fr: {
    find: "trouve",
    polite: String.raw`(?:(?:bonjour|bonsoir|s['’]il (?:vous|te) plaît|svp)[,!.]?\s+)*`,
    openings: [
      "(?:est-ce qu['’]il (?:y a|existe)|y a-t-il|y aurait-il|il y a|existe-t-il|il existe)",
      "(?:connaissez|connais|savez|sais)-(?:vous|tu)",
      "(?:pouvez|pourriez|peux|pourrais)-(?:vous|tu) (?:m['’]|(?:me|nous) )?(?:donner|indiquer|citer|trouver|lister|fournir|recommander|montrer|dire|envoyer|proposer|établir|aider à trouver)",
      "(?:donn(?:ez|e)|montr(?:ez|e)|trouv(?:ez|e)|cit(?:ez|e)|list(?:ez|e)|indiqu(?:ez|e)|fourni(?:ssez|s)|propos(?:ez|e)|recommand(?:ez|e)|envo(?:yez|ie)|cherch(?:ez|e))-(?:moi|nous)",
      "(?:dites|dis)-(?:moi|nous)",
      "merci de (?:me|nous) (?:donner|indiquer|citer|trouver|lister|fournir|recommander|envoyer)",
      "(?:trouvez|citez|listez|donnez|indiquez|cherchons|recherchons|recherche)",
      "(?:je|nous|on) (?:re)?cherch(?:e|ons)",
      "(?:je|nous) (?:voudr(?:ais|ions)|souhait(?:e|ons|erais|erions)|aimer(?:ais|ions)|veux|voulons|désir(?:e|ons))(?: (?:bien )?(?:trouver|avoir|recevoir|obtenir|connaître|identifier|contacter|voir|savoir|acheter))?",
      "(?:j['’]ai|nous avons|on a) besoin",
      "(?:(?:je suis|nous sommes) )?(?:à la|en) (?:recherche|quête)",
      "(?:je suis|nous sommes) intéressée?s? par",
      "(?:je m['’]intéresse|nous nous intéressons) aux?",
      "il (?:me|nous) faut(?:drait)?",
      "où (?:trouver|puis-je trouver|peut-on trouver|acheter|se trouvent)",
      "(?:quels|quelles|qui|lesquels|lesquelles) sont",
    ],
    modals: [],
    between:
      "(?: (?:s['’]il (?:vous|te) plaît|svp|actuellement|aussi|également))*(?:(?: (?:une?|la|le|les|des|d['’] ?une|d['’] ?un|de la))?(?: (?:courte|petite|brève))? (?:liste|aperçu|panorama|sélection|noms|exemples)(?: (?:complète?|exhaustive))?)?(?: (?:de l['’]|d['’]|des|de|du|les|le|la|l['’]))?",
    infinitives: "",
    existing:
      /(?<!\p{L})(?:quels|quelles) ([^.;!?]*?)\s+(?:y a-t-il|il y a|existe-t-il|existent|trouve-t-on|connaissez-vous|connais-tu)(?!\p{L})/giu,
    closing: null,
    second: [
      /(?<=(?:^|[.;!?]\s*)(?:nous|je|en tant que) [^.;!?]*?)(?: et|,) (?:nous |je )?(?:re)?cherch(?:e|ons)(?!\p{L})/giu,
      ", nous cherchons",
    ],
  },
  es: {
    find: "busca",
    polite: String.raw`(?:(?:hola|buen(?:os|as) (?:días|tardes|noches)|por favor)[,!.]?\s+)*`,
    openings: [
      "(?:hay|existen?|habría)",
      "(?:conoces?|conocen?|conocéis|sabes?|saben?)(?: (?:ustedes|usted|tú|vosotros|alguien))?",
      "(?:puedes?|pueden|podrías?|podrían)(?: (?:ustedes|usted))? (?:darme|darnos|decirme|decirnos|indicarme|indicarnos|recomendarme|recomendarnos|mostrarme|mostrarnos|enviarme|enviarnos|encontrarme|buscarme|encontrar|buscar|listar|nombrar|facilitarme|proporcionarme)",
      "(?:dame|deme|denme|danos|dime|dígame|muéstr[ae](?:me|nos)|enséñame|búscame|búsqueme|encuéntrame|lístame|indícame|indíqueme|recomiéndame|recomiéndeme|nómbrame|envíame|envíeme|hazme|hágame)",
      "(?:me|nos) (?:puedes?|pueden|podrías?|podrían) (?:dar|decir|indicar|recomendar|mostrar|enviar|facilitar|proporcionar|hacer)",
      "se buscan?",
      "(?:estoy|estamos) (?:buscando|interesad[oa]s? en)",
      "(?:busco|buscamos)",
      "(?:necesito|necesitamos)(?: (?:encontrar|conocer|contactar|obtener))?",
      "(?:quiero|queremos|quisiera|quisiéramos|querría|querríamos|deseo|deseamos|(?:me|nos) gustaría)(?: (?:encontrar|ver|tener|conocer|obtener|recibir|identificar|contactar|saber|comprar))?",
      "(?:me|nos) interesan?",
      "d[óo]nde (?:(?:puedo|podemos|se pueden?) )?(?:encontrar|encuentro|encontramos|hay|están|comprar)",
      "(?:cuáles|quiénes) (?:son|serían)",
    ],
    modals: [],
    between:
      "(?: (?:por favor|actualmente|también))*(?:(?: (?:una?|la|el|los|las))?(?: (?:breve|corta|pequeña))? (?:lista|listado|relación|panorama|selección|nombres|ejemplos)(?: (?:completa|exhaustiva))? (?:de|del|con))?",
    infinitives: "",
    existing: /(?<!\p{L})(?:qué|cuántas|cuántos) ([^.;!?]*?)\s+(?:hay|existen|conoces?|conocen)(?!\p{L})/giu,
    closing: null,
    second: [
      /(?<=(?:^|[.;!?]\s*)(?:somos|soy|como) [^.;!?]*?)(?: y|,) (?:busco|buscamos|necesito|necesitamos)(?!\p{L})/giu,
      ", buscamos",
    ],
  },
};

/** Where a request begins. */
const START = String.raw`(?<=^\s*|[.;:!?¿]\s*)`;

interface Patterns {
  opening: RegExp;
  modal: RegExp | null;
  end: RegExp | null;
}

const compiled = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  const known = compiled.get(language);
  if (known) return known;
  const { polite, openings, modals, between, infinitives } = FRAMES[language];
  const frame = (list: string[]) =>
    new RegExp(`${START}${polite}(?:${list.join("|")})${between}(?:(?<=['’])|(?!\\p{L}))`, "giu");
  const patterns = {
    opening: frame(openings),
    modal: modals.length > 0 ? frame(modals) : null,
    end: infinitives === "" ? null : new RegExp(`(?<!\\p{L})${infinitives}(?=\\s*(?:[.,;!?]|$))`, "giu"),
  };
  compiled.set(language, patterns);
  return patterns;
}

const plainMarks = (question: string): string => question.replace(/[¿¡]\s*/g, "");

/**
 * Returns the words of a request's frame, "" without one: "Gibt es", "Necesito una lista de". English has some words of
 * one-word frames too ("Hay producers in Spain").
 */
export function frameOf(question: string, language: Language): string {
  const { opening, modal } = patternsOf(language);
  const asked = plainMarks(question);
  const found = [opening, modal, FRAMES[language].existing].flatMap((pattern) =>
    pattern === null ? [] : (asked.match(pattern) ?? []),
  );
  return found[0]?.trim() ?? "";
}

/**
 * Replaces the frame of a request by one verb: "Gibt es Brauereien in Polen?" and "Können Sie mir Brauereien in Polen
 * nennen?" become "finde Brauereien in Polen". What remains is translated word by word.
 */
export function withFramesPlain(question: string, language: Language): string {
  const { find, existing, closing, second } = FRAMES[language];
  const { opening, modal, end } = patternsOf(language);
  const said = plainMarks(question).replace(...second);
  const asked = closing === null ? said : said.replace(closing, "");
  const plain = asked.replace(existing, (_, kind: string) => `${find} ${kind}`);
  const withoutModal = modal === null ? plain : plain.replace(modal, `${find} `);
  return (withoutModal === plain || end === null ? plain : withoutModal.replace(end, "")).replace(opening, `${find} `);
}
