import type { EsgLabel } from "./label.ts";

const category = "governance";

export const GOVERNANCE: readonly EsgLabel[] = [
  {
    name: "Board and leadership",
    category,
    definition:
      "Who directs and oversees the company: composition and independence of the board, committees, changes at the top.",
    sasb: [],
    sdgs: [5, 16],
    ofOffer: false,
    strong: `top job; outsiders/outsider/director/directors/nominee/nominees .. join/joins/joined .. board; board seat/seats; takes/took the helm; at the helm; new boss/chief/chairman/chair/ceo; heir apparent; =succession; founder .. steps/stepped; founder's son/daughter; boss/chief quits/leaves/goes/ousted/resigns; board shake/shakeup; shake up .. board/top; two seats;
      independent/outside/non nonexecutive/executive director/directors; independent director/directors; non executive director/directors/chair/chairman; board of directors + elected/appointed/appoints/joins/named/names/independent/committee/resigned/resigns/new/member/members/oversees; supervisory board; board member/members/seat/seats/composition/diversity/committee/committees/independence/refreshment/chair/election; joins/joined/elected/appointed/named/named to .. board; board + committee/committees; audit/remuneration/nomination/nominating/compensation/governance/risk committee; corporate governance; governance code/structure/rules/standards/failures/failings/reform/reforms; chairman/chairwoman/chair/chairperson + resigns/resigned/steps/stepped/appointed/named/elected/succeed/succeeds/successor/replaced/replaces/role/roles/split/leaves/quits; chief executive/ceo + resigns/resigned/quits/steps down/stepped/ousted/fired/successor/=succession/replaced/appointed/named/retire/retires/dismissed/departure; =succession plan/planning; boardroom; proxy fight/contest/battle; management board; directors .. elected/reelected/appointed; appoints/appointed/names/named .. ceo/director/chairman/chief`,
    weak: "board; chairman; chairwoman; directors; director; ceo; chief executive; committee; governance; steps down; successor; oversight",
    not: "board game/games; on board; across the board; circuit board/boards; particle board; surf board; chairman of the football; film director; director of the film; director of the play; art director; directors cut; board exams; board and lodging; dash board; =boarding; data governance",
  },
  {
    name: "Executive pay",
    category,
    definition: "Salaries, bonuses, shares and severance of the top management.",
    sasb: [],
    sdgs: [10, 16],
    ofOffer: false,
    strong: `boss/chief/chiefs/ceo/managers/bankers + bonus/bonuses/pay/salary/payout; chief's pay/salary/bonus; pay .. chief/boss/bosses/executives; fat cat; payout .. boss/chief/ceo; pension pot + boss/chief; private jet + boss/ceo/chief/perks; perks + boss/ceo/executives;
      executive/executives/ceo/director/directors/boss/bosses/management pay/compensation/salary/salaries/bonus/bonuses/remuneration; pay/compensation/salary/bonus/bonuses/remuneration/severance/earned/payout of/for .. executive/executives/ceo/chief/managers/boss/bosses/directors; remuneration report/policy/committee; say on pay; golden parachute/handshake/goodbye; severance package/payment/pay/deal; pay ratio/package + chief/executive/ceo/executives/boss/median; bankers bonuses; banker bonus/bonuses; bonus plan/cap/pool/pot/clawback; clawback; clawed back; ceo + earned/paid/million; chief executive + earned/salary/bonus/pay/paid/severance/compensation; boss .. severance/bonus/pay; stock options .. executives/ceo/managers; top managers + bonus/pay`,
    weak: "bonus; bonuses; severance; salary; executives; compensation; remuneration; pay package; ceo; boss; chief executive",
    not: "workers compensation; bonus track; bonus points; bonus content; signing bonus; pay dividends",
  },
  {
    name: "Shareholder rights",
    category,
    definition: "Votes, equal treatment and influence of the owners.",
    sasb: [],
    sdgs: [16],
    ofOffer: false,
    strong: `small/minority holders/shareholders/owners/investors + say/vote/squeezed/sue; sues/sue to stop/block buyout/takeover/merger; buyout .. steal/cheap/low/unfair; fund/holders/investors sues/sue/sued .. buyout/takeover/merger/board; shareholders .. revolt/rebel/furious/outcry; super shares; non voting shares; family control;
      shareholder/shareholders/stockholder/stockholders/investor/minority rights/proposal/proposals/resolution/resolutions/activism/activist/revolt/rebellion/lawsuit/vote/democracy/meeting + vote/rights/proposal/resolution/voted/revolt/reject/rejected/against/activist/minority/lawsuit; shareholder/shareholders/stockholders/owners/investors .. voted/vote/votes/reject/rejected/revolt/rebel/rebelled/oppose; minority shareholder/shareholders/owners/investors/holders; activist investor/investors/fund/shareholder/hedge; voting rights/shares; dual class; poison pill; one share one vote; annual meeting + shareholders/vote/voted/rejected/owners/proposal/proxy; annual general meeting; proxy adviser/advisers/advisor/vote/votes; class action + shareholders/investors/shares; super voting; squeeze out ; hostile takeover/bid + shareholders; proxy statement`,
    weak: "shareholders; shareholder; owners; minority; annual meeting; vote; voted; activist; takeover; stake",
    not: "activist group; shareholders equity; vote for the best",
  },
  {
    name: "Bribery and corruption",
    category,
    definition: "Bribes, kickbacks, embezzlement, money laundering, and the fight against them.",
    sasb: ["Business Ethics"],
    sdgs: [16],
    ofOffer: false,
    strong: `envelope/envelopes/suitcase/bags of cash/money; greased palms; grease payments; =sweeteners; lavished .. officials/ministers/minister; gifts/watches/trips/cash .. officials/minister/ministers/politicians; dirty money; shell companies + minister/officials/contracts; rigged tender/tenders; paid off; payoff;
      bribe; bribes; bribed; bribery; bribing; corruption; corrupt; =graft; kickback; kickbacks; foreign corrupt practices; fcpa; embezzle; embezzled; embezzlement; embezzling; money laundering; launder/laundered/laundering .. money/cash/proceeds/funds;  slush fund; secret payments; illicit payments; illegal payments; anti bribery; improper payments; extortion; cronyism; nepotism; payoffs; iso 37001`,
    weak: "",
    not: "corrupt file/files/data; data corruption; file corruption; skin graft; bone graft; vascular graft; memory corruption",
  },
  {
    name: "Fraud and market abuse",
    category,
    definition: "False accounts, fraud, insider dealing and manipulated markets.",
    sasb: ["Business Ethics"],
    sdgs: [16],
    ofOffer: false,
    strong: `hid/hides/hidden/hiding .. losses/debt/debts; missing billions/millions; accounts .. empty/faked/fake/invented; fake/faked/invented/phantom .. sales/customers/accounts/invoices/revenue/orders; bogus invoices/sales/accounts/trades;  auditors/auditor .. resign/resigns/quit/refuse/refused; tipped off .. shares/traders; front running; pump and dump; spoofing; sham;
      fraud; frauds; fraudulent; fraudulently; defraud; defrauded; defrauding; accounting irregularities/scandal/fraud/errors/error/practices/probe; restate/restates/restated/restating .. accounts/earnings/results/statements/revenue/profits; restatement; cooked the books; cooking the books; false accounts/accounting/invoices; falsified; falsify; falsifying; inflated .. profits/revenue/revenues/earnings/sales/value/accounts/figures; insider trading/dealing/dealings; inside information/knowledge; insider + traded/shares/charged; market manipulation/abuse/rigging; rig/rigged/rigging/manipulated/manipulate/manipulating .. rate/rates/libor/market/markets/prices/benchmark/benchmarks/forex; libor; benchmark + rigged/manipulated/rigging; ponzi; pyramid scheme; embezzlement; swindle; swindled; scam; scams; securities fraud; misstated; misstatement; misled investors; mislead/misleading investors; material weakness; short seller report; accused of lying to investors; =forgery`,
    weak: "auditors; auditor; convicted; indicted; investors; irregularities; charged; scheme; sec",
    not: "fraud detection; fraud prevention; anti fraud software; fraud management; scam alert; inflated tyre/tyres/tire",
  },
  {
    name: "Competition and antitrust",
    category,
    definition: "Cartels, abuse of a dominant position, merger control, unfair competition.",
    sasb: ["Competitive Behavior"],
    sdgs: [16],
    ofOffer: false,
    strong: `agreed on .. prices; prices .. agreed; shut/shuts/lock/locks/squeeze/squeezes .. rivals; app store + rules/rivals/judge/fees; carved up/divided .. market/markets; trustbusters; unfair edge; exclusive deals .. rivals; killer acquisition/acquisitions; break up .. company/group/giant/tech; bid rigging; price cartel;
      antitrust; anti trust; cartel; cartels; price fixing; fixed/fix/fixing prices; price rigging; collusion; colluded; colluding; bid rigging; =monopoly; =monopolies; monopolist; monopolistic; =monopolise; =monopolize; dominant position; abuse/abused/abuses/abusing .. dominance/dominant/position/power; market dominance/power + abuse/probe/complaint/regulators/abused; anticompetitive; anti competitive; unfair competition; competition authority/authorities/commission/watchdog/regulator/regulators/bureau/commissioner/law/laws/probe/concerns; merger control; merger .. blocked/approval/review + competition/authorities/antitrust/regulators/commission; no poach; market sharing; predatory pricing; federal trade commission; ftc`,
    weak: "dominance; dominant; complaint; competition commissioner",
    not: "monopoly game; monopoly board; drug cartel; cartel leader/leaders/boss/bosses/member/members/violence/hitman; fixed price contract/contracts/basis; fixed rate; trust anti; leading dominant",
  },
  {
    name: "Regulation and fines",
    category,
    definition:
      "Breaches of law, investigations, fines, settlements, lost licences; and the way the company deals with rules.",
    sasb: ["Management of the Legal & Regulatory Environment"],
    sdgs: [16],
    ofOffer: false,
    strong: `permit/licence/license/licenses on ice; must repay/pay back; ordered/orders/told to repay/pay/stop/halt; judge/court/authority rules/ruled/orders/ordered + company/bank/lender/firm/maker/must/pay/repay/stop; slapped with; hefty fine; crackdown + company/companies/lenders/apps; faces/face ban; banned from + trading/market/lending; prosecutor/prosecutors opens/open/charge/raid; inspectors find/found; illegal/illegally + company/firm/plant/built/operated/sold;
      fine/fined/fines + million/billion/regulator/regulators/watchdog/court/sec/agency/authority/authorities/paid/pay/pays/pounds/euros/dollars/inspectors/imposed/breach/judge/commission/violations/bank/over; =fines; =fined; penalty/penalties + pay/pays/paid/million/regulator/regulators/watchdog/imposed/court/agreed/billion/civil/settle; regulatory breach/breaches/violation/violations/investigation/probe/action/sanction/sanctions/failings/scrutiny; regulator/regulators/watchdog .. investigates/investigate/investigating/probe/probes/probing/accuse/accused/accuses/order/ordered/orders/ban/banned/charges/charged/sues/sued/suspend/suspended; settle/settles/settled/settlement + charges/allegations/lawsuit/lawsuits/regulator/regulators/case/claims/sec/probe/million/justice; breach/breached/breaches/breaching/breaking/broke/violate/violated/violates/violating/violation/violations .. rules/rule/law/laws/regulations/regulation/act/licence/license/permit/code; lost/lose/loses/revoked/revoke/suspended/withdrawn/stripped .. licence/license/permit/banking; licence/license/permit .. revoked/suspended/withdrawn; consent decree/order; cease and desist; criminal charges/charge/probe/investigation/inquiry; under investigation; class action; deferred prosecution; non compliance; noncompliance; raided; raid/raids .. offices/headquarters; enforcement action; subpoena; subpoenaed; compliance officer/department/programme/program/failures/failings/system/breach; without a permit/licence/license; indicted; lawsuit alleges/alleging/accuses/accusing; prosecutors + probe/charges/charged/investigating/searched/accuse/office/criminal; congressional hearing/hearings; faces/face/facing .. probe/inquiry/investigation`,
    weak: "regulator; regulators; watchdog; lawsuit; sued; sues; sue; court; settlement; settle; violations; penalty; investigation; probe; compliance; licence; inspectors; cited; authorities; charged; prosecutors; inquiry; alleged; allegedly",
    not: "fine wine/wines/art/dining/arts/chemicals/chemical/paper/china/grain/tuning/tune/print/fragrance; fine dust; penalty kick/shoot/area; software licence/license; licence fee; license agreement; licensing agreement; voltage regulator/regulators; pressure regulator/regulators; court hearing patent; tennis court; food court; settlement services; payment settlement; settlement system/systems; trade settlement; space probe; just fine; doing fine; speed limit; penalty shootout; set piece; gas regulator/regulators; a fine",
  },
  {
    name: "Tax conduct",
    category,
    definition: "Avoided, evaded, disputed or openly reported taxes.",
    sasb: ["Management of the Legal & Regulatory Environment"],
    sdgs: [10, 16, 17],
    ofOffer: false,
    strong: `fiscal police; tax breaks + back/repay/illegal/commission/airline; booked in ireland/luxembourg/netherlands/bermuda; letterbox company/companies/firm/firms; brass plate; cayman; bermuda + profits/tax; tax man; taxman; tax deal/deals; tax inspectors; hidden accounts; swiss accounts; untaxed; vat fraud;
      tax avoidance/evasion/haven/havens/dodging/fraud/dispute/probe/scandal/scheme/schemes/transparency/inversion/inversions/arrears/raid/shelter/shelters/loophole/loopholes/ruling/rulings/bill/investigation/authorities/authority/office/case; avoid/avoids/avoided/avoiding/evade/evaded/evading/dodge/dodged/dodging .. tax/taxes; back taxes; unpaid taxes/tax/vat/duties/duty; owes/owe/owed .. tax/taxes; shift/shifts/shifted/shifting profits; profit shifting; transfer pricing; taxes .. avoid/evade/unpaid/country; country by country; offshore account/accounts/company/companies + tax/taxes/secret; panama papers; low tax; pays no tax/taxes; paid no tax/taxes`,
    weak: "taxes; vat; luxembourg; tax",
    not: "before tax; after tax; pre tax; pretax; tax free; tax software; tax season; tax return preparation; tax cut/cuts; tax advisory; tax advice; tax consulting",
  },
  {
    name: "Lobbying and political influence",
    category,
    definition: "Lobbying, campaign money, revolving doors and stances of trade associations.",
    sasb: ["Management of the Legal & Regulatory Environment"],
    sdgs: [16],
    ofOffer: false,
    strong: `bankroll/bankrolls/bankrolled .. campaign/party/ads/bill; bankroll; former minister/regulator/commissioner/lawmaker + seat/joins/board/hired/takes/job; ex minister; campaign against .. tax/levy/law/bill/ban/rule/rules; donor/donors .. party/campaign/president; think tank .. funded/paid; wined and dined; cash for .. access/questions; party coffers; secret talks .. minister/ministers;
      =lobbying; =lobbied; lobbyist; lobbyists; lobby .. against/congress/government/parliament/bill/lawmakers/ministers/eu/politicians; political donation/donations/contribution/contributions/spending/influence/action; campaign donation/donations/contribution/contributions/finance/funds; donation/donations/donated .. senator/campaign/party/candidate/politician/politicians/lawmakers; super pac; dark money; trade association/associations/group + left/stance/lobby/climate/quit/quits; revolving door; astroturf; political party + gave/money/funds; influence peddling; funded .. campaign/denial/politicians`,
    weak: "=lobby; senator; campaign; lawmakers; politicians; congress; political; =donations",
    not: "hotel lobby; lobby bar; marketing campaign; advertising campaign; campaign management; dollar bill",
  },
  {
    name: "Sanctions and trade controls",
    category,
    definition: "Trade with countries, companies or people under sanctions, embargoes and export controls.",
    sasb: ["Management of the Legal & Regulatory Environment"],
    sdgs: [16],
    ofOffer: false,
    strong: `oligarch; oligarchs; blacklist; blacklists; despite .. ban/sanctions/embargo; turned up in .. drone/drones/missile/missiles/russia/iran; smuggled; smuggling; tariffs dodged; front company + russia/iran/korea/china; re exported; frozen/froze .. accounts/assets + oligarch/russian/iranian;
      sanctions/embargo/embargoed + breach/breached/breaching/violate/violated/violating/violations/evade/evaded/evading/evasion/list/listed/iran/russia/syria/cuba/sudan/korea/bank/company/against/imposed/under/companies/comply/busting; sanctioned + country/countries/oligarch/russian/iranian/entity/entities/bank; export control/controls/licence/license/restrictions/ban/bans; embargo; embargoes; blacklist + company/companies/commerce/washington/trade; blacklisted; entity list; arms/weapons exports/export/sales/deliveries; ofac; trade sanctions; economic sanctions; dual use; pulls/pulled/exit/exits/leaves/withdraws/withdrew .. russia/iran`,
    weak: "sanctions; iran; russia; syria; embargo",
    not: "loan sanction; sanctioned by the board; export business",
  },
  {
    name: "Ethics and whistleblowing",
    category,
    definition: "Codes of conduct, culture of integrity, reporting of misconduct and its consequences.",
    sasb: ["Business Ethics"],
    sdgs: [16],
    ofOffer: false,
    strong: `raised alarm; raised the alarm; raises alarm + bank/auditor/engineer/fraud; speak up; silenced .. staff/employees/victims/critics/critic; sounded .. alarm; punished for .. speaking/reporting; gagging; gag clauses; gag order + staff/employees; nda .. staff/victims; values + staff/employees/code/culture; culture of fear/silence; leaked memo/memos/emails/documents;
      whistleblower; whistleblowers; whistleblowing; whistle blower/blowers/blowing; blew/blow/blows/blowing .. whistle; code of ethics/conduct; ethics hotline/committee/code/training/policy/programme/program/board/officer/line/rules; business ethics; unethical; ethical standards/conduct/behaviour/behavior/business/values; conflict/conflicts of interest; report/reports/reported/reporting misconduct/wrongdoing; misconduct + staff/employees/executives/hotline/report/reported/bank; retaliation .. employee/whistleblower/employees; =integrity + business/culture/line/compliance; compliance and ethics; ethics and compliance; cover up; covered up; ethisphere`,
    weak: "ethics; ethical; =integrity; misconduct; hotline; scandal; wrongdoing; conduct",
    not: "system integrity; structural integrity; data integrity; signal integrity; whistle stop; supplier code of conduct; pipeline integrity; power integrity",
  },
  {
    name: "Sustainability reporting",
    category,
    definition: "Reports, ratings, indexes, goals and assurance on sustainability.",
    sasb: [],
    sdgs: [12],
    ofOffer: false,
    strong: `publishes/discloses/reports what it emits; green criteria/rating/ratings/score/scores/credentials/index; marks down .. green; climate report/disclosure/disclosures; footprint report; green audit; net zero plan/plans .. approved/rated; ethical index/fund/funds; dropped from .. esg/index .. ethical; taxonomy .. eu/aligned/green;
      =sustainability/esg/csr/responsibility/integrated/nonfinancial report/reports/reporting/disclosure/disclosures/statement/rating/ratings/index/score/scores/ranking/goals/targets/strategy/standards/performance/criteria/initiative/initiatives/committee/officer; =sustainability linked; non financial report/reporting/statement/statements; gri; global reporting initiative; tcfd; issb; sasb; csrd; cdp; carbon disclosure project; ungc; global compact; un principles; principles for responsible investment; dow jones =sustainability; ftse4good; msci esg; sustainalytics; ecovadis; esg; discloses/disclose/disclosed/disclosure .. climate/emissions/=sustainability; sustainable development goals; sdg; sdgs; materiality assessment/analysis; sustainable finance/investing/investment; responsible investment/investing; impact investing; =sustainability`,
    weak: "=sustainable; disclosure; assurance; transparency",
    not: "sustainable growth; debt sustainability; sustainability of growth; sustainability of demand; sustainable earnings; sustainable profit",
  },
];
