import type { TaggedWord } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { activityOf, serviceVerb } from "./activity.ts";
import { agentVerb, hasAncestor, isGenericCompany, singular } from "./company-words.ts";
import { isEnumerated } from "./enumerations.ts";
import {
  isAnaphor,
  isAside,
  isAuxiliary,
  isEmptyPhrase,
  isHeadOfCompanies,
  isOfficeOf,
  isOtherPredicate,
  isPurposeOf,
  isRecovered,
  isRoleBeforeOf,
  isThingBesideMakers,
  isTransforming,
  withoutTrade,
} from "./kinds-of-phrases.ts";
import { type Companies, companiesOf, isThing, ROLE_ATTRIBUTES } from "./named-companies.ts";
import { type Phrase, textOf } from "./phrases.ts";
import { addPurpose, nameByActivity } from "./purpose.ts";
import { roleOfVerb } from "./role.ts";
import { isUtility, type Sign } from "./settle-role.ts";
import { isCompoundAlone } from "./shared-heads.ts";
import {
  equipped,
  HANDING_OVER,
  isHelping,
  isListedWithUsers,
  isUser,
  isUserKind,
  VERBS_WITHOUT_CONTENT,
} from "./users.ts";

/** Nouns whose "to …" names the customer. */
const SUPPLIERS = /^(?:suppliers?|sellers?|distributors?|providers?|vendors?|lessors?|lenders?|wholesalers?)$/i;
/** Words before a noun that states the activity: "active in the cultivation of …". */
const ENGAGED = /^(?:active|engag\w+|involved|speciali[sz]\w+|focus\w*|work\w*|deal\w*)$/;
const WORN = /^(?:old|used|discarded) /i;
const WASTE = /\b(?:scrap|waste|old|used|end-of-life|discarded|rubbish|garbage|refuse)\b/i;
/** Verbs whose object is the customer, and whose "with …" is the offer. */
const EQUIPPING = /^(?:suppl|provid|equip|furnish|outfit|stock)/;
/** Nouns for a company's size. */
const SIZES = /^(?:employees|staff|workers|turnover|revenues?|sales)$/;

/** Verbs of the companies in their base forms, with their object. */
export interface Doing {
  verbs: string[];
  object: string;
}

/** A phrase with its last word and its neighbours. */
interface Place {
  phrase: Phrase;
  head: TaggedWord;
  at: number;
  previous: Phrase | undefined;
  next: Phrase | undefined;
}

/** Reads the noun phrases of a request one after another, and collects what they say of the market. */
export class TopicReader {
  readonly features: string[] = [];
  /** The features of which any one is enough. */
  readonly offers: string[] = [];
  firstOffer: Phrase | null = null;
  readonly users: string[] = [];
  /** What a noun for the companies says of their role, and what their verb says. */
  nounSign: Sign | null = null;
  verbSign: Sign | null = null;
  doing: Doing | null = null;
  /** The words for the companies that also state the offer; "" without any. */
  trade = "";
  readonly companyWords = new Set<TaggedWord>();
  /** The verb of the service of companies that are named before "of": "insure" for "insurers of ships". */
  agentService: string | null = null;
  /** Things named only by the kind of company ("hotels"). They are features when the question says nothing else. */
  readonly trades: string[] = [];
  readonly roleWords: TaggedWord[] = [];
  /** Things in the names of companies ("wind turbine makers"). */
  readonly named: string[] = [];
  /** Whether the word for companies is generic ("biotech firms") and not a role ("call centre operators"). */
  isPlain = false;
  /** Verbs of the companies that follow "or". */
  readonly #otherVerbs = new Set<Phrase["verbs"]>();
  /** Whether the verbs belong to users whom the product helps. */
  #isTheirs = false;
  /** Whether a noun states a transfer to a customer ("distribution of … to …"). */
  #handsOver = false;

  /** @param body the words of the request's body, of which the phrases are */
  constructor(
    private readonly phrases: Phrase[],
    private readonly body: TaggedWord[],
  ) {}

  /** Reads all phrases in their order. */
  read(): void {
    this.phrases.forEach((phrase, at) => {
      const head = phrase.words.at(-1);
      if (head) this.#readPhrase({ phrase, head, at, previous: this.phrases[at - 1], next: this.phrases[at + 1] });
    });
  }

  #readPhrase(place: Place): void {
    const { phrase, at, next } = place;
    if (
      this.#readSubject(place) ||
      this.#readActivityOfThing(place) ||
      this.#readUser(place) ||
      this.#readHelped(place) ||
      this.#readRoleAttribute(place) ||
      this.#readActivity(place) ||
      this.#readOffice(place)
    )
      return;
    this.#readVerb(place);
    if (isSize(place) || this.#readEquipped(place) || this.#readMade(place)) return;
    if (this.firstOffer !== null && isAnaphor(phrase, this.body)) return;
    const companies =
      isHeadOfCompanies(phrase, at, this.nounSign !== null) && !isThingBesideMakers(phrase, next)
        ? companiesOf(phrase)
        : null;
    if (companies === null) this.#readThing(place);
    else this.#readCompanies(place, companies);
  }

  /** "devices with which diabetics measure …": the subject is a user, unless it means people in general. */
  #readSubject({ phrase, head }: Place): boolean {
    if (!phrase.isSubject) return false;
    if (isUserKind(head.lower, textOf(phrase.words)) && !isAside(phrase)) this.users.push(textOf(phrase.words));
    return true;
  }

  /** "Machines for weaving, knitting or spinning": each activity makes another kind. */
  #readActivityOfThing({ phrase }: Place): boolean {
    if (this.firstOffer === null || phrase.preposition !== "for") return false;
    const byActivity = nameByActivity(this.firstOffer, textOf(phrase.words));
    if (byActivity === null) return false;
    const bare = textOf(this.firstOffer.words);
    for (const list of [this.features, this.offers]) {
      if (list.includes(bare)) list.splice(list.indexOf(bare), 1);
      list.push(byActivity);
    }
    return true;
  }

  #readUser({ phrase, at, previous }: Place): boolean {
    const isTo = this.#handsOver || SUPPLIERS.test(this.nounSign?.word ?? "");
    if (!isUser(phrase, previous, isTo) && (this.firstOffer === null || !isListedWithUsers(this.phrases, at)))
      return false;
    const user = textOf(phrase.words);
    this.users.push(user);
    // "for managing staff": the gerund does not name a user.
    if (phrase.preposition === "for" && this.firstOffer !== null && !/ing\b/.test(user))
      addPurpose(this.features, this.firstOffer, user);
    return true;
  }

  /** "software that helps hotels to price rooms" */
  #readHelped({ phrase, head }: Place): boolean {
    const user = textOf(phrase.words);
    if (this.firstOffer === null || !phrase.verbs.some(isHelping) || !isUserKind(head.lower, user)) return false;
    this.users.push(user);
    this.#isTheirs = true;
    return true;
  }

  /** "manufacturing and trading companies": the first attribute is the role. */
  #readRoleAttribute({ phrase, at, next }: Place): boolean {
    const [only, ...others] = phrase.words;
    const attribute = others.length === 0 && only ? ROLE_ATTRIBUTES[only.lower] : undefined;
    if (at !== 0 || !only || attribute === undefined || !isGenericCompany(next?.words.at(-1)?.lower ?? ""))
      return false;
    this.nounSign = { word: only.text, role: attribute, offersSoftware: false };
    this.roleWords.push(only);
    return true;
  }

  /** "the cultivation of salmon", "retail of shoes": a noun states the activity. */
  #readActivity({ phrase, head, next }: Place): boolean {
    if (this.nounSign || this.verbSign || !phrase.verbs.every(({ lower }) => ENGAGED.test(lower))) return false;
    const activity = activityOf(phrase.words, next);
    if (!activity) return false;
    this.verbSign = { word: head.text, role: activity.role, offersSoftware: false };
    this.#handsOver = HANDING_OVER.has(activity.verb);
    this.companyWords.add(head);
    return true;
  }

  #readOffice({ phrase, head, next }: Place): boolean {
    if (!isOfficeOf(phrase, next)) return false;
    this.nounSign ??= { word: head.text, role: "serviceProvider", offersSoftware: false };
    this.companyWords.add(head);
    return true;
  }

  /** Reads the role from the first verb of the companies. */
  #readVerb({ phrase }: Place): void {
    const verb = ownVerb(phrase);
    if (!verb || !phrase.verbOfCompanies || this.verbSign || this.#isTheirs) return;
    // "Companies dealing in scrap metal" trade it.
    const role = phrase.preposition === "in" && /^deal/.test(verb.lower) ? "distributor" : roleOfVerb(verb.lower);
    if (role === null) return;
    this.verbSign = { word: verb.text, role, offersSoftware: false };
    const bases = phrase.verbs
      .filter((one) => !isAuxiliary(one))
      .map((word) => baseForm(word.lower, "verb") ?? word.lower);
    if (!bases.some((base) => VERBS_WITHOUT_CONTENT.has(base)))
      this.doing = { verbs: bases, object: textOf(phrase.words) };
  }

  /** "supply dentists with chairs" */
  #readEquipped({ phrase, at }: Place): boolean {
    const isGiven =
      EQUIPPING.test(ownVerb(phrase)?.lower ?? "") &&
      equipped(this.phrases, at).some(({ words }) => isUserKind(words.at(-1)?.lower ?? "", textOf(words)));
    if (isGiven) this.users.push(textOf(phrase.words));
    return isGiven;
  }

  /** "turn milk into cheese", "burn rubbish to make electricity" */
  #readMade({ phrase, previous }: Place): boolean {
    const { features, offers } = this;
    if (phrase.preposition === "into" && isTransforming(previous)) {
      if (!features.every((feature) => WASTE.test(feature)) || !isRecovered(phrase, this.phrases, this.body)) {
        this.#makes(phrase);
        return true;
      }
      const recycled = features.map((feature) => `${singular(feature.replace(WORN, ""))} recycling`);
      this.verbSign = { word: "recycle", role: "serviceProvider", offersSoftware: false };
      this.doing = { verbs: ["recycle"], object: recycled.join(" and ") };
      features.splice(0, features.length, ...recycled);
      offers.splice(0, offers.length, ...recycled);
      return true;
    }
    if (phrase === this.firstOffer || features.length === 0 || !isPurposeOf(phrase, previous, this.body)) return false;
    this.#makes(phrase);
    return true;
  }

  /** Notes what the companies make of the things that were named so far, which are the input. */
  #makes(phrase: Phrase): void {
    const made = textOf(phrase.words);
    const role = isUtility(made) ? "serviceProvider" : "manufacturer";
    this.verbSign = { word: this.verbSign?.word ?? "", role, offersSoftware: false };
    this.doing = null;
    this.features.unshift(made);
    this.offers.splice(0, this.offers.length, made);
    this.firstOffer = phrase;
  }

  #readThing({ phrase }: Place): void {
    if (isEmptyPhrase(phrase) || isAside(phrase)) return;
    const feature = [phrase.negation, textOf(withoutTrade(phrase.words))].join(" ").trim();
    if (phrase.preposition === "for" && this.firstOffer !== null && addPurpose(this.features, this.firstOffer, feature))
      return;
    this.features.push(feature);
    this.firstOffer ??= phrase;
    // "Run lotteries or supply tickets": either is enough.
    if (isOtherPredicate(phrase, this.body)) this.#otherVerbs.add(phrase.verbs);
    const isOffered = phrase.verbs === this.firstOffer.verbs || this.#otherVerbs.has(phrase.verbs);
    if (
      (isOffered && phrase.preposition === this.firstOffer.preposition) ||
      isEnumerated(phrase, this.firstOffer, this.body)
    )
      this.offers.push(feature);
  }

  #readCompanies({ phrase, head, at, next }: Place, companies: Companies): void {
    if (this.trade === "" && (companies.trade || companies.feature)) this.trade = textOf(phrase.words);
    if (companies.bare) this.companyWords.add(head);
    if (companies.roleWord) this.roleWords.push(companies.roleWord);
    const { nounSign } = this;
    if (companies.sign && (!nounSign || nounSign.role === "" || isThing(nounSign.word, head)))
      this.nounSign = companies.sign;
    // "contract manufacturers of vitamins": the vitamins are the offer.
    const isQualified = companies.feature && companies.sign && next?.preposition === "of" && next.verbs.length === 0;
    if (isQualified) this.trades.push(textOf(phrase.words));
    else if (companies.feature) {
      if (at === 1) this.#shareHead(companies.feature);
      this.features.push(companies.feature);
      this.named.push(companies.feature);
      this.isPlain = isGenericCompany(head.lower);
    }
    // "Publishers of video games" are named by their role. The games alone are the offer.
    if (isRoleBeforeOf(phrase, next)) {
      // "Insurers of ships" insure them, as "companies that insure ships" do.
      this.agentService = serviceVerb([agentVerb(head.lower) ?? ""]);
      // "Recruiters of nurses" say more than making, selling or publishing.
      const isSaid =
        this.agentService !== null || companies.sign?.role !== "serviceProvider" || /^publish/.test(head.lower);
      if (!isSaid && companies.trade) this.trades.push(companies.trade);
    } else if (companies.trade) this.trades.push(companies.trade);
  }

  /** "mobile phone and cable network operators": both are kinds of networks. */
  #shareHead(feature: string): void {
    const [previous] = this.features.slice(-1);
    const shared = feature.split(" ").at(-1) ?? "";
    if (
      previous === undefined ||
      !this.offers.includes(previous) ||
      /(?:s|ing)$/.test(previous) ||
      !feature.includes(" ") ||
      // "Excavator and construction machine makers": an excavator is a machine.
      hasAncestor(previous, [shared], 3) ||
      isCompoundAlone(previous, feature)
    )
      return;
    for (const list of [this.features, this.offers]) list.splice(-1, 1, `${previous} ${shared}`);
    this.named.push(`${previous} ${shared}`);
  }
}

const ownVerb = ({ verbs }: Phrase): TaggedWord | undefined => verbs.find((one) => !isAuxiliary(one));

/** "with 200 employees", "dealers with more than 20 showrooms" */
function isSize({ phrase: { words, preposition }, head }: Place): boolean {
  if (SIZES.test(head.lower) && words.some(({ pos, lower }) => pos === "NUM" || /\d/.test(lower))) return true;
  return preposition === "than" && words[0]?.pos === "NUM";
}
