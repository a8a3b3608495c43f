import type { EsgLabel } from "./label.ts";

const category = "social";

export const SOCIAL: readonly EsgLabel[] = [
  {
    name: "Labour relations and pay",
    category,
    definition: "Wages, hours, contracts, unions, strikes and disputes with employees.",
    sasb: ["Labor Practices"],
    sdgs: [8],
    ofOffer: false,
    strong: `teamsters; sick pay; hourly rates/rate/pay; riders/drivers .. employees/freelancers/contractors; freelancers .. employees; holiday pay; unpaid interns; picket; picket line; pickets; down tools; downed tools; tools down; work to rule; union busting; shop stewards; crews reject; temp workers; underpaid; underpays; tips .. waiters/drivers; bogus self employment;
      trade/labour/labor union/unions; union members/workers/leaders/leader/vote/contract/talks/representatives; =unionize; =unionise; =unionized; =unionised; =unionization; form/join/joined/forming a union; collective agreement/bargaining/bargain; strike/strikes/striking/struck + workers/pilots/union/pay/staff/employees/wages/drivers/nurses/dockers/walkout/teachers/miners/crew; walkout; walk out + workers/pay/staff; walked off .. job/jobs; on strike; go/goes/going/went on strike; strike action; hunger strike + workers; industrial action; works council; minimum/living wage; back pay/wages; unpaid overtime/wages/work; wage theft/dispute/increase/increases/deal/talks/claim/rise/rises/cut/cuts; =wages; pay dispute/talks/deal/rise/rises/raise/raises/claim/freeze/cut/cuts + workers/staff/union/employees; raise/raises of .. percent + staff/workers/employees; working conditions/hours; sweatshop; sweatshops; zero hours; gig workers; labor/labour dispute/practices/laws/law/board/relations/conditions/rights; dollars/euros/pounds an/per hour + workers/staff/employees; misclassified .. drivers/workers/contractors; overtime + pay/unpaid/workers; lockout + workers`,
    weak: "strike; strikes; union; unions; workers; hourly; overtime; pilots; dockers; staff; labour; labor",
    not: "strike price/prices; strike/strikes/struck/striking a deal; strike/strikes/struck deal; lucky strike; air strike/strikes; strike a balance; strike gold; european union; union of; credit union; soviet union; western union; union pacific; lightning strike; labour of love; labour party; pay tv; pay per; strike rate; heart strikes; currency union; monetary union; customs union; banking union; first strike; student union",
  },
  {
    name: "Layoffs",
    category,
    definition: "Jobs cut, plants closed, employees let go.",
    sasb: ["Labor Practices"],
    sdgs: [8],
    ofOffer: false,
    strong: `let/lets/letting .. people/workers/staff/employees go; posts .. vanish/go/cut; shuts/shut/shutting/closes/close/closing .. plant/factory/mill/works; pink slips; axe falls; thin/thins/thinning .. ranks/staff; early retirement offers/scheme; job losses; =jobs .. vanish/disappear/abroad;
      layoff; layoffs; lay off; lay offs; lays off; laid off; laying off; =redundancies; redundancy programme/program/plan/plans/notices/payments/scheme; made redundant; job cuts/losses/cut/reductions/axe; =jobs at risk; =jobs to go; =jobs axed; cut/cuts/cutting/slash/slashes/slashing/axe/axes/axing/shed/sheds/shedding/eliminate/eliminates/eliminating/scrap/lose/loses/losing .. jobs/job/positions/posts/workforce/staff/workers/headcount; workforce reduction/reductions; reduce/reduces/reducing .. workforce/headcount; downsizing; sack/sacks/sacked/sacking .. workers/staff/employees; dismiss/dismissed/dismisses .. workers/staff/employees; furlough; furloughs; furloughed; mass dismissal/dismissals; hiring freeze; plant/factory closure/closures/closing; voluntary departure/departures`,
    weak: "=jobs; workforce; restructuring; severance; closure; closes",
    not: "closed loop; creates jobs; new jobs; job cuts data; jobs report; jobless; steve jobs",
  },
  {
    name: "Workplace safety",
    category,
    definition: "Accidents, injuries and illness at work, and what prevents them.",
    sasb: ["Employee Health & Safety", "Critical Incident Risk Management"],
    sdgs: [3, 8],
    ofOffer: false,
    strong: `topples/toppled/collapses/collapsed .. dead/killed/kills; crane + dead/killed/injured/topples; worker/workers/welder/miner/miners + falls/fell/crushed/burned/burnt/buried/poisoned/electrocuted; days without accident/injury; lost day/days; hard hats; dead .. plant/mine/factory/shipyard/port; pit disaster; heatstroke; radiation exposure;
      occupational health/safety; workplace safety/accident/accidents/injury/injuries/death/deaths/fatality/fatalities; work safety/accident/accidents; safety at work; health and safety; safety training/violations/violation/inspectors/inspector/record/culture/standards/rules/lapses/failings + worker/workers/plant/mine/factory/employees/site/miner/miners/mill; lost time injury/injuries/accident/accidents; injury rate/rates; injured at work; workers/worker/miner/miners/employee/employees/crew/welders/welder/labourers/builders/contractors .. killed/died/dies/injured/hurt/dead/trapped/lost; killed/killing/kills/injured/injuring/injures/hurt/maimed .. worker/workers/miner/miners/employee/employees/welder/welders; mine collapse/disaster/blast/explosion; factory fire/collapse/blast/explosion; plant explosion/fire/blast; explosion + factory/plant/refinery/mine/workers; blast + factory/plant/refinery/mine/workers/mill; collapse/collapsed + scaffolding/crane/mine/factory; osha; machine guards; protective equipment + workers/staff/employees; black lung; silicosis; accident free; zero accidents; zero harm; ohsas; iso 45001; working at height`,
    weak: "accident; accidents; injured; injuries; explosion; safety; workers; scaffolding",
    not: "killed off; blast furnace/furnaces; full blast; explosion proof; safety net; car accident; fire sale; blast from the past; traffic accident",
  },
  {
    name: "Diversity and inclusion",
    category,
    definition: "Equal chances and representation by gender, origin, age, disability or orientation.",
    sasb: ["Employee Engagement, Diversity & Inclusion"],
    sdgs: [5, 10],
    ofOffer: false,
    strong: `first woman/female/black .. run/lead/head/chief/chair/ceo/boss; female and male; as many female/women; female trainees/engineers/pilots/leaders/bosses; women only; quota .. women; wheelchair + staff/employees/store/stores; autistic; deaf employees/staff; older workers/staff; immigrants + hire/hires/trains; same sex partners;
      diversity and inclusion; diversity equity; equity and inclusion; diversity programme/program/programmes/programs/policy/policies/targets/target/goals/officer/report/hiring/training; workforce/gender/racial/ethnic/board/workplace diversity; diverse workforce/workforces/workplace/teams/board/leadership; inclusive workplace/culture/employer/hiring; inclusion of/for people/persons/women/workers; inclusion policy/programme/programs; gender equality/equity/pay/gap/balance/parity/quota; equal pay/opportunity/opportunities; women + senior/management/leadership/board/executives/managers/managerial/boards/posts/positions/engineers/percent/share; female managers/executives/directors/leaders/employees/engineers; lgbt; lgbtq; gay/transgender employees/colleagues/rights/staff; disabled people/employees/workers/staff; people/employees/colleagues/staff with disabilities; minority owned/hires/employees; women owned; glass ceiling; underrepresented groups/minorities/communities; black employees/executives/managers + share/hire/promote/more/number; refugees .. jobs/hire/hired/hires/employ/employs/work; pride month; accessible workplace`,
    weak: "diversity; inclusion; inclusive; women; equality; disabilities; minorities; female",
    not: "diversity antenna/antennas; diversity of products; diversified; women's clothing/wear/fashion; women's health; product diversity; women's shoes; for women",
  },
  {
    name: "Discrimination and harassment",
    category,
    definition: "Unequal treatment, harassment and bullying, alleged or proven.",
    sasb: ["Employee Engagement, Diversity & Inclusion"],
    sdgs: [5, 8, 10],
    ofOffer: false,
    strong: `groped; groping; paid less and; women/female + passed over/paid less; passed over .. promotion; slurs; insulted .. staff/workers; pregnant + fired/sacked/dismissed; headscarf;  catcalls; sex pest; turned away .. black/disabled/gay; unwelcome advances; abuse of staff;
      discrimination; discriminate; discriminated; discriminates; discriminatory; sexual harassment/misconduct/assault/abuse; harassment; harassed; harassing; bullying; bullied; hostile work environment; hostile workplace; toxic culture/workplace; racism; racist; sexism; sexist; gender bias; racial bias; age bias; ageism; homophobic; homophobia; wrongful dismissal/termination; unfair dismissal; refused to hire/promote/serve; denied promotion/promotions; abusive manager/managers/boss/bosses; metoo; me too movement; unequal pay; paid less than men`,
    weak: "sue; lawsuit; bias; abuse; misconduct; victim; victims; older; pregnant; race",
    not: "price discrimination; =racing; anti harassment software",
  },
  {
    name: "Employee development and wellbeing",
    category,
    definition: "Training, careers, benefits, leave, health and satisfaction of employees.",
    sasb: ["Employee Engagement, Diversity & Inclusion", "Employee Health & Safety"],
    sdgs: [3, 4, 8],
    ofOffer: false,
    strong: `retrains; retrain; retrained; retraining; trainees; training centre; off with pay; paid time off; day care + staff/employees; company pension; gym + staff/employees; shorter hours/week; staff canteen; evening classes; night school; study grants .. staff; home working;
      apprentice; apprentices; apprenticeship; apprenticeships; vocational training; employee/staff training/development/wellbeing/benefits/satisfaction/engagement/health/wellness; training of/for employees/staff/workers; train/trains/trained/training .. employees/staff/workers; teaches/teach .. employees/staff/workers; employees/staff/workers .. trained/training/retrained/upskilling; reskill; reskilling; upskill; upskilling; talent development; corporate/company academy/university; paid/parental/maternity/paternity/sick/family leave; four day week; flexible working/hours/work; work life balance; remote working/work + employees/staff; home office + employees/staff; mental health + employees/staff/workers/colleagues; burnout; wellbeing/wellness + employees/staff/workers/workplace; childcare/kindergarten/nursery + employees/staff/parents/workers; health insurance for employees/staff/workers; employees/staff/workers .. health insurance/shares/profit/bonus/pension; great place to work; best places/employers to work; best employer/employers/workplaces; best place to work; best places to work; top employer; top employers; employer of the year; employee share/ownership; staff turnover; skills training; internship/internships programme/program; mentoring/mentorship programme/program; happier + staff/employees`,
    weak: "training; employees; staff; benefits; careers; pension; skills; wellbeing; happier; parents; academy; leave",
    not: "training data; health benefits; strength training; pilot training; training equipment; employee of the bank; leave the; leave open; to leave",
  },
  {
    name: "Forced and child labour",
    category,
    definition: "Slavery, bonded, forced and child labour, in the company or at its suppliers.",
    sasb: ["Supply Chain Management", "Human Rights & Community Relations"],
    sdgs: [8, 16],
    ofOffer: false,
    strong: `passports + kept/held/seized/fishermen/workers/migrants; twelve/thirteen/ten/eleven year olds + stitching/sewing/working/work/mine/factory/looms; year old/olds .. stitching/sewing/mining/picking; boys/girls .. stitching/sewing/mining/looms; sold into; brick kilns; prison camp/camps/labour;
      child/forced/slave/bonded/prison labour/labor; child labourers/laborers/workers; children + work/works/working/worked + farms/farm/mine/mines/factory/factories/fields/plantations/plantation; child + works/work + farms/farm/mine/mines/factory/cocoa; children .. dug/mined/sewed/stitched/picked; dug/mined/sewn/stitched/picked/made by children; modern slavery; slavery; human trafficking; trafficked workers/migrants; debt bondage; xinjiang + forced/labour/labor/cotton/shirts/supply/suppliers/camps; uyghur; uighur; sweatshop children; under age workers; underage workers; passports .. confiscated/withheld/taken; migrants/workers .. enslaved; migrant workers .. exploited/abused/trapped/exploitation; labour/labor trafficking; exploitation of workers/migrants/children`,
    weak: "children; migrants; migrant; slaves; exploited; exploitation; cocoa; cobalt",
    not: "children's clothing/books/hospital/shoes",
  },
  {
    name: "Human rights and communities",
    category,
    definition:
      "Rights of people near the company's sites or touched by its products: land, displacement, violence, surveillance.",
    sasb: ["Human Rights & Community Relations"],
    sdgs: [10, 16],
    ofOffer: false,
    strong: `tribe; tribes; burial ground/grounds; minority/minorities + tracks/track/tracking/persecuted/cameras; tortured; torture; paramilitaries; rebels + paid/mine/payments; resettled; resettlement; herders; first nation/nations; native title;  protesters + mine/dam/pipeline/shot/arrested; bulldozed;
      human rights; indigenous/aboriginal/native peoples/people/groups/group/communities/community/land/lands/leaders/tribes/tribe/rights/americans; ancestral land/lands; sacred site/sites/land; displaced/evicted/driven/relocated/expelled/forced .. villagers/families/residents/communities/homes/village; villagers/residents/families/communities .. displaced/evicted/driven/relocated/expelled; =land grab/grabbing/rights; local communities/community + oppose/protest/protests/rights/relations/harm/affected/consent; villagers + protest/protests/oppose/mine/dam/block/blocked; surveillance + dissidents/journalists/activists/minority/minorities/police; spyware; facial recognition + police/minority/minorities/protesters; censorship; war crimes; conflict zone/zones; security guards/forces .. shot/killed/beat/abused; killing of activists/protesters; free prior and informed consent; genocide; occupied territory/territories`,
    weak: "villagers; residents; protest; protests; community; communities; oppose; homes; activists; dissidents; journalists",
    not: "online community; community bank; user community; developer community; gated community",
  },
  {
    name: "Community investment",
    category,
    definition: "Gifts, sponsoring, volunteering and other help for the community.",
    sasb: ["Human Rights & Community Relations"],
    sdgs: [1, 4, 11, 17],
    ofOffer: false,
    strong: `gives/gave/give/hands .. flood/quake/earthquake/fire victims/children/schools/clinic/refugees/homeless; staff/employees .. paint/clean/plant .. classrooms/park/parks/school/schools/beach; free meals;  scholarship; youth club/clubs/centre; library .. built/pays/gives; village school/clinic; raises money for; benefit concert;
      donate; donates; donated; donating; donation + charity/school/schools/hospital/victims/relief/food/children/foundation/company/employees/fund; donations + charity/charities/school/schools/hospital/victims/relief/food/children/foundation; charity; charities; charitable; philanthropy; philanthropic; volunteer; volunteers; volunteering; volunteered; scholarship; scholarships; disaster/flood/earthquake relief; food bank/banks; homeless shelter/shelters; foundation + gave/gives/give/funds/grant/grants/children/schools/hospital/community; community investment/programme/programmes/program/programs/projects/engagement/outreach/service/support/grants; social investment/responsibility/commitment; corporate social responsibility; csr; corporate citizenship; gave/gives/give .. charity/school/schools/hospital/victims; pro bono; fundraiser; fundraising for; soup kitchen`,
    weak: "foundation; sponsors; sponsor; schools; hospital; grants; shelters; poor; relief; community",
    not: "foundation stone; foundation models; tax relief; debt relief; pain relief; political donation/donations; campaign donation/donations; donation/donations .. senator/campaign/party/politician/politicians/candidate/lawmakers; blood donation; organ donation; csr bluetooth; relief rally",
  },
  {
    name: "Product safety and recalls",
    category,
    definition: "Products and services that harm or may harm those who use them; recalls and warnings.",
    sasb: ["Product Quality & Safety"],
    sdgs: [3, 12],
    ofOffer: false,
    strong: `stop using; clears/cleared shelves; shelves cleared; splinters .. food/jam/bread/milk/glass; glass/metal/plastic .. in jam/food/chocolate/baby/milk/bread; grounds/grounded jet/jets/fleet/plane/planes; second/fatal crash; catches/caught/catch fire + phone/phones/battery/batteries/car/cars/scooter; overheats/overheating .. battery/batteries/phone; tainted food/milk/meat/water/drug/drugs/blood/batch;   withdrawn .. market/sale; allergen/allergens; mislabelled .. nuts; drug + liver damage/deaths; pulls/pulled .. drug/product/toy/cereal;
      product recall/recalls/safety; product liability + lawsuit/lawsuits/claims/court/jury; safety recall/recalls/defect/defects; recall/recalls/recalled/recalling .. cars/vehicles/sedans/suvs/trucks/products/units/models/product/batteries/toys/devices/lots/drug/batch/million/cribs/minivans/over/due/because; calls/called/call back .. cars/prams/units/products/toys; voluntary recall; recalled + vehicles/cars/products; faulty/defective airbag/airbags/brakes/brake/ignition/switch/switches/part/parts/battery/batteries/product/products/implants/implant/seat/seats/valves/wiring; ignition switch/switches; airbag/airbags + deaths/blamed/faulty/defect/rupture; salmonella; listeria; e coli; food poisoning; contaminated food/milk/meat/batch/medicine/drug/drugs/formula/vaccine; choking hazard; fire hazard/risk + product/products/battery/batteries/vehicles/recall/phones; side effects + regulator/warn/warned/warns/warning/deaths/lawsuit/hidden; safety warning/alert/probe/investigation/concerns/issue/issues/fears + product/vehicles/cars/drug/device/devices/regulator/models/plane/jets; fda warning/warns/warned; implant/implants/device/devices/drug/drugs .. fail/deaths/harm/defect/defective/unsafe/withdrawn; unsafe product/products/cars/toys/food; crash/crashes + defect/faulty/autopilot/grounded; grounded + jets/planes/fleet; counterfeit drugs/medicines; food safety + scandal/fears/concerns/violations/violation/lapses/probe/standards; product defect/defects; design defect; product withdrawn; pulled from shelves; quality and safety of products; patient safety; manufacturing defect/defects`,
    weak: "recall; recalls; recalled; defect; defects; defective; faulty; deaths; hazard; unsafe; implant",
    not: "total recall; recalled for a second; recall election; recalls how; recalls the; she recalls; he recalls; default risk; safety net; profit warning; recalled from; recalled to; ambassador",
  },
  {
    name: "Customer privacy",
    category,
    definition: "Collecting, using and selling personal data of customers and users.",
    sasb: ["Customer Privacy"],
    sdgs: [16],
    ofOffer: false,
    strong: `recorded/records/recording .. children/customers/users/shoppers; sharing/shares/shared/passing .. numbers/contacts/data/faces .. with; face/facial recognition + shoppers/customers/store/stores; listens in; listening in; secretly recorded/tracked/filmed; spied on; snoops; hidden cameras; health/medical/genetic data + sold/shared/shares;
      privacy; personal data/information; user/customer data + sold/sell/sells/sharing/shared/shares/without/collected/collects/tracking/consent; users/customers/visitors/shoppers/people .. tracked/tracking/spied; tracked/tracks/tracking .. users/customers/visitors/people/children/shoppers; location data; gdpr; data protection; without .. consent + data/information/photos; eavesdrop; eavesdropping; listen/listens/listened/recorded .. conversations/talks; stores/store/kept/=recordings of private; biometric data; cookies + consent/tracking/law; data harvesting; harvested data; right to be forgotten; wiretap; snooping; surveillance of users`,
    weak: "data; consent; tracking; tracked; users; surveillance; biometric",
    not: "private equity; private company; private label; clinical data; economic data; jobs data; data show/shows; privacy glass/film/screen; data center/centre/centres/centers",
  },
  {
    name: "Data security",
    category,
    definition: "Attacks on computers, stolen or exposed data, and protection against them.",
    sasb: ["Data Security"],
    sdgs: [9, 16],
    ofOffer: false,
    strong: `intruders + system/systems/network/database; ransom + screens/computers/systems/files/data/pays/paid; break in/ins .. network/database/servers;  crooks .. accounts/data; data .. dark web; cyber; virus + computers/systems/screens; locked out of .. systems/computers; outage + attack;
      data breach/breaches/theft/leak/leaks/security; security breach/breaches/flaw/flaws/vulnerability/hole/bug; breach/breaches + data/records/customers/hackers/passwords/network; =hacker; =hackers; =hacked; =hacking; hack + data/system/systems/accounts/customers/exchange; cyber attack/attacks/security/crime/criminals/incident; cyberattack; cyberattacks; cybersecurity; ransomware; malware; phishing; stolen data/passwords/credentials/records/cards; stole/stolen .. data/passwords/credit/records/numbers/identities; exposed data/records/passwords; data/records/passwords/details .. exposed/stolen/leaked/unprotected; information security; iso 27001; unprotected server/database; encryption flaw; heartbleed; denial of service; unauthorised/unauthorized access; identity theft`,
    weak: "passwords; records; breach; server; servers; vulnerability; encryption; stolen; exposed; leaked",
    not: "breach of contract; hackathon; life hack/hacks; growth hacking; stolen car/cars",
  },
  {
    name: "Access and affordability",
    category,
    definition: "Goods and services for people who could not reach or pay for them, and prices that shut them out.",
    sasb: ["Access & Affordability"],
    sdgs: [1, 3, 9, 10],
    ofOffer: true,
    strong: `at cost + poor/countries/drug/pill/vaccine; poor countries + pill/drug/drugs/vaccine/price/cheap/cheaper; cheap/cheaper + generic/insulin/housing/loans/medicine/medicines/rents; free wifi/internet/data + schools/villages/poor; cut off .. households/customers/families; price hike + drug/pill/medicine; doubles/doubled/raises .. price .. drug/pill/medicine; remote villages/communities/islands; hearing aids .. free;
      affordable housing/medicines/medicine/drugs/care/healthcare/energy/internet/loans/credit/homes/rents; access to medicine/medicines/healthcare/credit/finance/education/banking/electricity/vaccines/care/water/energy/internet/treatment/health; financial inclusion; microfinance; microcredit; micro loans; microloans; small loans + villagers/poor/women/farmers; unbanked; underbanked; low income households/families/customers/people/patients; poor households/families/patients/people/communities; social tariff; energy poverty; fuel poverty; drug prices/price/pricing + patients/lower/lowers/cap/gouging/high/cut/raised; price gouging; price .. insulin; lowers/lower/cut/cuts the price of .. insulin/drug/drugs/medicine/vaccine; underserved; rural regions/areas/communities/villages + broadband/internet/electricity/clinics/doctors/bank/access/mobile; digital divide; free of charge + patients/schools/poor; patients without insurance; uninsured; developing countries + vaccine/vaccines/drugs/medicines/affordable/access; bottom of the pyramid; tiered pricing; disconnected/disconnections .. households/customers; patient assistance programme/program`,
    weak: "affordable; poor; insulin; rural; villagers; households; uninsured; broadband; underserved; low income",
    not: "poor results; poor weather; poor demand; poor quality; poor sales; poor performance",
  },
  {
    name: "Fair marketing and selling",
    category,
    definition:
      "Honest advertising, labelling and advice; misleading claims, mis-selling, greenwashing, harmful marketing.",
    sasb: ["Selling Practices & Product Labeling", "Customer Welfare"],
    sdgs: [3, 12, 16],
    ofOffer: false,
    strong: `accounts .. nobody/never asked; consumer group/groups/advocates + complains/complaint/sues/sue/warns; sold as health/healthy/organic/safe; fine print; small print; junk fees; inflated bills; bogus/false/fake discounts/reviews/claims/cures/ratings; cure claims; repay/repays/refund/refunds .. customers/borrowers;  cold calls; subscription trap/traps; influencers .. undisclosed/paid; gambling/betting ads/firm/firms + addicts/addict/minors/limits; payday lender/lenders/loans;
      misleading/false/deceptive advertising/advertisement/advert/adverts/ads/claims/claim/marketing/label/labels/labelling/statements/practices/information; mislead/misled/misleads .. customers/consumers/buyers/investors/public/users/patients/parents; mis sold; mis selling; missold; misselling; mis sell; greenwash; greenwashing; greenwashed; consumer protection/rights/complaint/complaints/fraud/deception/watchdog; deceive/deceived/deceiving .. customers/consumers/buyers/users; hidden fees/charges; overcharged/overcharging/overcharges; predatory lending/loans/lender/lenders; off label marketing/promotion; opioid/opioids + marketing/crisis/lawsuit/lawsuits/settlement/epidemic; marketing to children/minors/teens; aimed at children/teenagers/teens/minors/kids; tobacco/alcohol/gambling/junk ads/advertising/marketing + children/teenagers/minors/teens/young/banned; banned ad/ads/advert/adverts; adverts/ads .. banned; gambling addiction; responsible gambling/marketing/drinking/lending/gaming; nutrition labels/labelling; fake accounts + customers/bank; fake reviews; dark patterns; refund/refunds .. customers + ordered/must/misled; unsuitable products/advice/investments + customers/clients/pensioners; false labelling; mislabeled; mislabelled; mislabelling; bait and switch`,
    weak: "misled; misleading; adverts; ads; consumers; claims; pensioners; teenagers; refund; deceptive; watchdog; banned",
    not: "insurance claims; jobless claims; claims rose; online ads business; search ads",
  },
  {
    name: "Responsible supply chain",
    category,
    definition: "Standards for suppliers, audits of them, origin of raw materials, fair trade.",
    sasb: ["Supply Chain Management", "Materials Sourcing & Efficiency"],
    sdgs: [8, 12],
    ofOffer: false,
    strong: `names/lists/publishes .. garden/gardens/farm/farms/supplier/suppliers/mill/mills; cuts/cut/drops/dropped/severs ties/contracts .. mill/supplier/suppliers/factory/contractor; inspectors .. mill/factory/suppliers .. locked; sourced/buys/bought only from; farm gate; growers .. paid/premium/fair; cocoa/coffee/tea farmers/growers; garment/apparel/clothing factories/mill/mills + exits/fire/inspectors/safety/inspections; traces/trace .. back to;
      supplier/suppliers code/audit/audits/assessment/assessments/standards/standard; suppliers .. audited/audit/audits/code/standards/free/violations/conditions; supplier .. audited/audit/sign/code; audit/audits/audited .. supplier/suppliers/factories/contractors; responsible/ethical/sustainable/transparent sourcing/supply/procurement/purchasing; responsibly/ethically sourced; ethical trading/trade; supply chain + transparency/audit/audits/audited/traceability/due/ethical/responsible/sustainable/sustainability/abuses/violations/standards; fair trade; fairtrade; rainforest alliance; conflict minerals/mineral/gold/diamonds/free; free of conflict; blood diamonds; traceable/traceability + origin/supply/cocoa/coffee/cotton/palm/fish/suppliers/farm; due diligence .. suppliers/supply; supply chain act/law; smallholder/smallholders; farmers .. fair price/prices; contractor/contractors + factories/factory + audit/dropped/conditions; rspo; msc certified; living income`,
    weak: "suppliers; supplier; sourcing; audit; audited; audits; farmers; cooperatives; origin; factories; contractor",
    not: "supplier of; leading supplier; financial audit; audit firm; audit committee; supplier to",
  },
];
