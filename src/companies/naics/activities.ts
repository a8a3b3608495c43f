/**
 * What a sentence must say about the subject: that the company makes it, sells it to the trade, sells it in shops, or
 * just mentions it.
 */
export type Activity = "makes" | "wholesales" | "retails" | "does";

/** Verbs and nouns that show each activity. */
export const SAYS: Readonly<Record<Exclude<Activity, "does">, RegExp>> = {
  makes:
    /\b(?:manufactur\w*|produc(?:es?|ing|tion|ers?)|fabricat\w*|makes?|makers?|design(?:s|ing)?|develop(?:s|ing|ment)?|process(?:es|ing))\b/i,
  wholesales: /\b(?:distribut\w*|wholesal\w*|trad(?:es|ing)|imports?|importing|exports?|supplies|sells)\b/i,
  retails: /\b(?:retail\w*|stores?|shops?|chain of|supermarkets?|dealerships?)\b/i,
};

/** A NAICS code of 2022, the activity that the sentence must state, and the subject. */
export type Subject = readonly [code: number, activity: Activity, subject: RegExp];

const subject = (code: number, activity: Activity, words: string): Subject => [
  code,
  activity,
  new RegExp(String.raw`\b(?:${words})\b`, "i"),
];

/** Subjects by code; four digits where the text seldom tells more. Written from the titles of the 2022 edition. */
export const SUBJECTS: readonly Subject[] = [
  // Farming, forestry, fishing.
  subject(
    1114,
    "does",
    "cultivat\\w+ (?:\\w+ ){0,3}cannabis|grows (?:\\w+ ){0,3}cannabis|nurser(?:y|ies) stock|floricultur\\w+",
  ),
  subject(
    1119,
    "does",
    "tea (?:gardens?|estates?|plantations?)|sugarcane (?:farming|cultivation)|(?:cultivat|plant)\\w+ (?:of )?(?:tea|cotton|sugarcane|tobacco)",
  ),
  subject(1113, "does", "palm oil plantations?|oil palm plantations?|vineyards|orchards|fruit (?:farms?|growing)"),
  subject(1123, "does", "poultry farm\\w*|hatcher(?:y|ies)|egg (?:farm\\w*|production)"),
  subject(1122, "does", "(?:hog|pig|swine) (?:farm\\w*|breeding|raising)"),
  subject(1125, "does", "salmon farm\\w*|fish farm\\w*|aquaculture|shrimp farm\\w*"),
  subject(1133, "does", "logging|timber harvesting|forestry"),
  subject(1151, "does", "cotton ginning|ginning"),
  // Mining and energy.
  subject(
    2111,
    "does",
    "(?:crude )?oil (?:and|&) (?:natural )?gas (?:assets|properties|exploration|company|reserves|producer)|petroleum and natural gas|(?:explor\\w+|production|producing)(?: \\w+,?){0,4} (?:crude oil|natural gas|oil and gas|oil|petroleum)",
  ),
  subject(
    2121,
    "does",
    "coal min\\w+|coal mines?|mining (?:\\w+ ){0,4}coal|(?:thermal|coking|metallurgical|anthracite) coal",
  ),
  subject(
    2122,
    "does",
    "mineral (?:exploration|propert\\w+|resource\\w*|concessions?|deposits?|claims)|resource propert\\w+|gold (?:assets|project\\w*|mineral\\w*|mines?|mining|deposits?|exploration|properties)|exploration (?:stage|of gold|and development of (?:\\w+ ){0,3}(?:gold|copper|silver|nickel|lithium|uranium|metals?))|(?:copper|silver|nickel|lithium|uranium|zinc|iron ore|rare earth|platinum|metals?) (?:mining|mines?|projects?|properties|exploration)|mining company",
  ),
  subject(2123, "does", "granite|quarr(?:y|ies|ying)|limestone|sand and gravel|aggregates|phosphate rock|potash"),
  subject(2131, "does", "oilfield services|drilling (?:services|rigs|contractor)|well services|offshore drilling"),
  subject(
    2211,
    "does",
    "(?:generat|transmi|distribut)\\w+(?:,? (?:and|of|\\w+),?){0,5} (?:electricity|electric(?:al)? (?:energy|power))|power (?:plants?|stations?|generation)|hydropower|wind farms?|solar (?:energy |power )?(?:facilities|parks?|farms?|plants?)|electricity (?:generation|transmission|distribution|supply)|electric utility|energy supply company",
  ),
  subject(
    2212,
    "does",
    "natural gas (?:distribution|utility|supply)|distribut\\w+ (?:of )?(?:natural )?gas|gas utility|city gas|piped gas",
  ),
  subject(
    2213,
    "does",
    "water supply|wastewater|sewage treatment|drinking water|water utilit\\w+|water and wastewater",
  ),
  // Building.
  subject(
    2361,
    "does",
    "home ?building|homebuild\\w+|residential construction|builds? (?:and sells? )?(?:\\w+ )?(?:homes|houses)|custom-built housing|detached houses",
  ),
  subject(2373, "does", "(?:highway|road|bridge) construction|construction of (?:highways|roads|bridges)"),
  subject(
    2379,
    "does",
    "civil (?:engineering )?(?:construction|works)|civil,? and infrastructure|infrastructure construction|dredging",
  ),
  subject(
    2362,
    "does",
    "commercial (?:building )?construction|general contractor|building construction|construction of (?:commercial|office) buildings",
  ),
  subject(
    2382,
    "does",
    "(?:installation|construction) of (?:\\w+ ){0,3}(?:air conditioning|plumbing|electrical|hvac)|air conditioning systems, water|electrical (?:installation|contract)\\w*|plumbing (?:services|works)",
  ),
  // Food, drink, tobacco.
  subject(3111, "makes", "animal feeds?|pet foods?|compound feeds?|aquafeeds?|feeds? for"),
  subject(3112, "makes", "flour|edible oils?|starch(?:es)?|vegetable oils?|rice (?:milling|products)|malt"),
  subject(3113, "makes", "sugar|confectioner\\w+|chocolates?|cand(?:y|ies)|chewing gum"),
  subject(
    3114,
    "makes",
    "frozen foods?|canned (?:foods?|fruits?|vegetables)|frozen (?:fruits?|vegetables|meals)|pickles",
  ),
  subject(3115, "makes", "dairy|milk|cheeses?|yog(?:h)?urts?|ice creams?|infant formula"),
  subject(3116, "makes", "(?:chicken|meat|pork|beef|poultry)(?: products)?|slaughter\\w*|sausages?|hams?"),
  subject(3117, "makes", "seafood|fish products|processed fish|tuna"),
  subject(3118, "makes", "bread|bakery|biscuits|cookies|cakes|pasta|noodles|tortillas"),
  subject(
    3119,
    "makes",
    "snacks?|coffee|seasonings?|spices|sauces|condiments|food products|foods|instant noodles|food ingredients|flavou?rs",
  ),
  subject(
    3121,
    "makes",
    "beers?|brew\\w*|wines?|spirits|whisk(?:e)?y|vodka|liquors?|baijiu|soft drinks?|beverages?|bottled water|alcohol-based",
  ),
  subject(3122, "makes", "cigarettes?|tobacco|cigars?"),
  // Textiles, clothing, wood, paper, print.
  subject(3131, "makes", "yarns?|spinning|threads?"),
  subject(3132, "makes", "fabrics?|textiles?|denim|nonwovens?"),
  subject(3141, "makes", "carpets?|rugs|curtains|towels|bed linen|home textiles"),
  subject(3152, "makes", "garments?|apparel|clothing|innerwear|menswear|lingerie|knitwear|ready-to-wear"),
  subject(3162, "makes", "footwear|shoes|sneakers|boots"),
  subject(3169, "makes", "leather goods|handbags|luggage"),
  subject(3211, "makes", "lumber|sawn timber|plywood|wood panels?|particle ?boards?|fib(?:er|re)boards?"),
  subject(3221, "makes", "pulp|newsprint|paper products|printing papers?|paperboard|duplex board"),
  subject(
    3222,
    "makes",
    "corrugated|cartons?|paper(?:-based)? packaging|paper bags?|adhesive labels|labels|tissue paper",
  ),
  subject(3231, "does", "printing services|commercial printing|printing company|prints (?:courses|books|magazines)"),
  subject(3241, "makes", "petroleum products|refin(?:ery|eries|ing of (?:crude )?oil)|asphalt|lubricants?|bitumen"),
  // Chemicals, plastics, glass, metals.
  subject(
    3251,
    "makes",
    "basic chemicals|petrochemicals?|industrial gases|zinc oxide|caustic soda|chlor-alkali|inorganic chemicals|organic chemicals|titanium dioxide|dyes|dyestuffs?|chemical (?:materials|products)|chemicals",
  ),
  subject(
    3252,
    "makes",
    "resins?|synthetic (?:rubber|fib(?:er|re)s)|polymers?|polyester|nylon|modified plastics|spandex",
  ),
  subject(3253, "makes", "fertili[sz]ers?|pesticides?|agrochemicals?|herbicides?|insecticides?|crop protection"),
  subject(
    3254,
    "makes",
    "pharmaceuticals?(?: products)?|drugs?|medicines?|vaccines?|biopharmaceuticals?|APIs|active pharmaceutical ingredients?|generics?|therap(?:ies|eutics)|nutraceuticals?|cannabis oil|antibiotics?",
  ),
  subject(3255, "makes", "paints?|coatings?|adhesives?|sealants?|varnish\\w*"),
  subject(
    3256,
    "makes",
    "cosmetics?|soaps?|detergents?|skin ?care|toiletries|personal care products|perfumes?|fragrances?|shampoos?",
  ),
  subject(
    3259,
    "makes",
    "explosives|printing inks?|photographic|battery (?:cathode )?materials|cathode materials?|electrolytes?|specialty chemicals",
  ),
  subject(
    3261,
    "makes",
    "plastics? (?:products|packaging|containers|films?|pipes?|composites?|parts)|packaging materials|plastic composite|PVC (?:pipes|products)|packaging films?|foams?",
  ),
  subject(
    3262,
    "makes",
    "tires?|tyres?|rubber (?:products|hoses?|parts|sealing|gloves?|belts?)|hoses|o-rings|conveyor belts",
  ),
  subject(3272, "makes", "glass(?:ware)?(?: (?:packaging|products|containers|bottles))?|flat glass|float glass"),
  subject(3273, "makes", "cement|concrete|clinker"),
  subject(3271, "makes", "ceramics?(?: tiles?)?|sanitary ?ware|refractor(?:y|ies)|bricks|porcelain"),
  subject(3279, "makes", "gypsum|insulation materials?|abrasives?|mineral wool"),
  subject(
    3311,
    "makes",
    "steel(?: products)?|iron and steel|stainless steel|ferro ?alloys?|pig iron|crude steel|steelmak\\w+",
  ),
  subject(3312, "makes", "steel (?:pipes?|tubes?|wires?|strips?|bars)|steel wire rods"),
  subject(3313, "makes", "alumin(?:i)?um(?: products| alloys?| foils?| extrusions?)?|alumina"),
  subject(
    3314,
    "makes",
    "copper (?:products|rods?|foils?|tubes?)|nonferrous|zinc ingots|titanium products|tungsten|magnesium alloys?",
  ),
  subject(3315, "makes", "castings?|foundr(?:y|ies)"),
  subject(3321, "makes", "forgings?|metal stampings?|powder metallurgy"),
  subject(3322, "makes", "cutlery|hand tools?|kitchenware|cookware"),
  subject(3323, "makes", "steel structures?|structural (?:metal|steel)|metal doors|curtain walls?|steel towers?"),
  subject(3324, "makes", "boilers?|pressure vessels?|heat exchangers?|metal (?:cans|containers)|storage tanks?"),
  subject(3325, "makes", "locks|hardware fittings|springs|hinges"),
  subject(3327, "makes", "fasteners?|screws|bolts|precision machined"),
  subject(3329, "makes", "valves?|bearings?|fittings|faucets?|ammunition|firearms|weapons"),
  // Machines, electronics, vehicles.
  subject(
    3331,
    "makes",
    "agricultural machine(?:ry|s)|tractors?|construction (?:machinery|equipment)|excavators?|bulldozers?|mining (?:machinery|equipment)|loaders|oilfield equipment",
  ),
  subject(
    3332,
    "makes",
    "semiconductor (?:manufacturing |production |inspection |processing )?equipment|printing (?:machinery|machines|presses)|food (?:processing )?machinery|packaging machine(?:ry|s)|textile machine(?:ry|s)|woodworking machine(?:ry|s)|photovoltaic \\(?pv\\)?\\)? equipment|special(?:ized)? equipment",
  ),
  subject(3333, "makes", "photocopiers?|vending machines?|optical (?:lenses|instruments)|cameras"),
  subject(
    3334,
    "makes",
    "air[- ]condition\\w+(?: systems| equipment| and refrigeration)?|refrigeration|heat pumps?|heating equipment|ventilation|hvac|compressors for",
  ),
  subject(3335, "makes", "machine tools?|mou?lds?|dies|cutting tools?|lathes?|stamping dies"),
  subject(
    3336,
    "makes",
    "diesel engines?|turbines?|gas engines?|gearboxes|power transmission|generator sets|wind turbines?",
  ),
  subject(
    3339,
    "makes",
    "pumps?|compressors?|cranes?|elevators?|escalators?|forklifts?|conveyors?|welding|robots?|automation (?:equipment|systems)|automated (?:systems|equipment)|hydraulic\\w*|industrial furnaces|intelligent equipment|packaging equipment",
  ),
  subject(3341, "makes", "computers?|servers?|data storage|computer peripherals|laptops|network computing|printers"),
  subject(
    3342,
    "makes",
    "telecommunication\\w* equipment|communication\\w* equipment|network(?:ing)? equipment|antennas?|routers|optical transceivers?|base stations?|smartphones|wireless modules|radio",
  ),
  subject(3343, "makes", "audio (?:equipment|products)|televisions?|headphones|speakers|loudspeakers"),
  subject(
    3344,
    "makes",
    "semiconductors?|integrated circuits?|ICs?|printed circuit boards?|PCBs?|electronic components?|connectors|capacitors?|resistors?|wafers?|chips?|LED chips|solar cells?|photovoltaic (?:cells|modules)|laminates|fabless|sensors|display (?:panels|modules)|microcontrollers?",
  ),
  subject(
    3345,
    "makes",
    "measuring|measurement|test(?:ing)? (?:equipment|machines|instruments)|analytical instruments?|control(?:ling)? (?:instruments?|systems)|x-ray|inspection systems?|navigation|precision time|medical imaging|ultrasound|meters|neurostimulat\\w+|pacemakers?",
  ),
  subject(3351, "makes", "lighting|lamps?|luminaires?|light bulbs?|LED lights?"),
  subject(
    3352,
    "makes",
    "home appliances?|household appliances?|refrigerators?|washing machines?|vacuum cleaners?|kitchen appliances?",
  ),
  subject(
    3353,
    "makes",
    "electric(?:al)? motors?|micro motors?|motors|transformers?|switchgears?|generators?|power distribution equipment|electrical equipment|power supply",
  ),
  subject(
    3359,
    "makes",
    "batter(?:y|ies)|cables?|wires? and cables?|electrical wires|wiring accessories|insulators|power cables",
  ),
  subject(
    3361,
    "makes",
    "passenger (?:cars|vehicles)|automobiles|electric vehicles|motor vehicles|buses|trucks|commercial vehicles",
  ),
  subject(
    3363,
    "makes",
    "(?:automobile|automotive|auto|vehicle|car) (?:\\w+ )?(?:components?|parts|seats|systems)|brake systems|axle|automotive stamping|car seats|airbags|wheels",
  ),
  subject(3364, "makes", "aircraft|aerospace|helicopters?|satellites?|rockets?|missiles?|drones|unmanned aerial"),
  subject(3365, "makes", "rolling stock|locomotives?|railway (?:vehicles|cars|wagons)"),
  subject(3366, "makes", "ships?|vessels|shipbuild\\w+|yachts?|boats?"),
  subject(3369, "makes", "motorcycles?|scooters|bicycles?|two-wheelers"),
  subject(3371, "makes", "furniture|kitchen cabinets|sofas?"),
  subject(3372, "makes", "office furniture|mattresses"),
  subject(
    3391,
    "makes",
    "medical (?:devices?|equipment|instruments?|supplies)|implants?|dental (?:products|implants)|surgical|syringes?|hearing aids?|contact lenses|orthop\\w+|diagnostic (?:kits|products)",
  ),
  subject(
    3399,
    "makes",
    "toys?|jewel(?:le)?ry|sporting goods|musical instruments|signage|pens|stationery|games and toys|action figures|gold jewel\\w+",
  ),
  // Trade.
  subject(
    4231,
    "wholesales",
    "(?:used )?(?:vehicles?|cars|automobiles)(?: parts)?|automotive (?:parts|distributor)|tires",
  ),
  subject(
    4234,
    "wholesales",
    "computers?|it products|office equipment|medical (?:equipment|devices|supplies)|software and hardware",
  ),
  subject(
    4236,
    "wholesales",
    "electronic (?:components?|devices|parts|products)|semiconductors?|home appliances|electrical (?:products|equipment)",
  ),
  subject(
    4238,
    "wholesales",
    "(?:industrial |construction |mining )(?:machinery|equipment)|machines and equipment|machinery",
  ),
  subject(4235, "wholesales", "steel products|metals|nonferrous metals"),
  subject(4242, "wholesales", "pharmaceutical distribution|pharmaceutical products|medicines"),
  subject(4244, "wholesales", "food(?:s| products| and food-related)|groceries|fresh produce|seafood|grains"),
  subject(4247, "wholesales", "fuels?|petroleum products|liquefied petroleum gas|lpg|oil products"),
  subject(4248, "wholesales", "wines?|alcoholic beverages|spirits|beers?"),
  subject(4246, "wholesales", "chemicals|plastics resins"),
  subject(4411, "retails", "(?:new |used |new and used )?(?:cars|vehicles|automobiles)|automotive|car dealerships?"),
  subject(4441, "retails", "home improvement|building materials|diy|home cent(?:er|re)s?"),
  subject(4451, "retails", "supermarkets?|grocer(?:y|ies)|convenience stores?|hypermarkets?"),
  subject(4453, "retails", "liquor stores?|wine stores?"),
  subject(4491, "retails", "furniture|home furnishings"),
  subject(4492, "retails", "consumer electronics|electronics stores?|home appliances|mobile phones"),
  subject(4551, "retails", "department stores?"),
  subject(4552, "retails", "warehouse clubs?|general merchandise|variety stores?|discount stores?"),
  subject(4561, "retails", "drug ?stores?|pharmac(?:y|ies)|cosmetics|opticians?|eyewear|beauty"),
  subject(4571, "retails", "gas(?:oline)? stations?|petrol stations?|service stations?|fuel stations?"),
  subject(4581, "retails", "apparel|clothing|fashion|garments|clothes"),
  subject(4582, "retails", "footwear|shoes"),
  subject(4583, "retails", "jewel(?:le)?ry|watches"),
  subject(4591, "retails", "sporting goods|toys|musical instruments|books?tores?|hobby"),
  // Transport, information, finance.
  subject(4811, "does", "airlines?|passenger air|air transportation|scheduled flights"),
  subject(4821, "does", "railways?|railroads?|rail (?:freight|transport\\w*)"),
  subject(
    4831,
    "does",
    "(?:container|tanker|dry bulk|bulk|ocean) (?:shipping|vessels)|shipping company|marine transportation|tankers|dry bulk carriers?",
  ),
  subject(4841, "does", "trucking|truckload|road (?:freight|haulage)"),
  subject(4851, "does", "bus services|public transport\\w*|urban transport|intercity express buses|transit"),
  subject(4861, "does", "(?:oil|gas|crude) pipelines?|pipeline transportation|midstream"),
  subject(4881, "does", "airports?|airport operation|ground handling"),
  subject(4883, "does", "ports?|port terminals?|container terminals?|harbou?rs?|marine terminals|port operat\\w+"),
  subject(4884, "does", "toll (?:roads?|highways?)|expressways?|toll highways and roads"),
  subject(4885, "does", "freight forward\\w+|logistics services|logistics company|supply chain (?:services|logistics)"),
  subject(4921, "does", "couriers?|parcel delivery|express delivery|mail and logistics|parcels"),
  subject(4931, "does", "warehous\\w+|cold storage|self[- ]storage"),
  subject(
    5131,
    "does",
    "newspapers?|magazines?|book publish\\w+|publish(?:es|ing) (?:of )?(?:books|magazines|newspapers)",
  ),
  subject(
    5132,
    "does",
    "software(?: products| solutions| platforms?| company| as a service)|saas|video games?|mobile games?|online games?|cyber ?security (?:software|solutions)|cloud[- ]based (?:\\w+ ){0,2}(?:software|solutions?|platform)|e-invoicing|software",
  ),
  subject(
    5121,
    "does",
    "films?(?: production| and television)|motion pictures?|television (?:programs|series|content)|movie theat(?:er|re)s|cinemas?",
  ),
  subject(5122, "does", "music (?:publishing|labels?|recordings?)|record labels?"),
  subject(
    5162,
    "does",
    "television broadcast\\w*|radio (?:stations|broadcast\\w*)|tv channels?|broadcasting|streaming services",
  ),
  subject(
    5171,
    "does",
    "telecom(?:munication)?s? (?:services|carrier|operator|company|provider)|mobile (?:telecommunications|network operator)|broadband (?:services|internet)|fixed[- ]line|wireless services|fib(?:er|re)[- ]optic network",
  ),
  subject(5182, "does", "data cent(?:er|re)s?|web hosting|cloud (?:computing )?infrastructure|data processing"),
  subject(
    5192,
    "does",
    "web portals?|search engines?|internet platform|online (?:marketplace|portal|classifieds)|digital (?:automotive )?marketplace|social (?:network|media) platform",
  ),
  subject(
    5221,
    "does",
    "bank(?:ing|s)?(?: products| services| holding company)?|deposits?|current accounts|savings accounts|credit unions?",
  ),
  subject(
    5222,
    "does",
    "consumer (?:loans?|finance)|microfinance|leasing (?:services|company)|hire purchase|credit cards?|personal loans|pawn",
  ),
  subject(
    5223,
    "does",
    "payment (?:processing|services|solutions|gateway)|transaction processing|loan (?:servicing|broker\\w*)|mortgage brok\\w+|lending enablement",
  ),
  subject(
    5231,
    "does",
    "stock ?brok\\w+|securities (?:brokerage|trading|company)|brokerage services|investment banking|stock broking",
  ),
  subject(
    5239,
    "does",
    "asset management|investment manager|wealth management|financial advis\\w+|private equity (?:firm|and)|venture capital|fund management|portfolio management|mutual funds",
  ),
  subject(
    5241,
    "does",
    "(?:life|non-life|general|property|casualty|health|motor|marine|fire) insurance|insurance (?:products|company|underwriting)|reinsurance|insurer",
  ),
  subject(5242, "does", "insurance brok\\w+|insurance agenc\\w+"),
  subject(
    5311,
    "does",
    "real estate (?:investment|portfolio|company|assets|properties|projects)|REIT|(?:leas|rent)\\w+ (?:of )?(?:\\w+ ){0,3}(?:properties|buildings|shopping cent\\w+)|shopping (?:cent(?:er|re)s?|malls?)|office (?:buildings|properties)|property (?:portfolio|investment)|investment properties|real estate",
  ),
  subject(
    2372,
    "does",
    "(?:real estate|property|land) develop\\w+|developer of residential|property developer|residential and commercial (?:properties|units)",
  ),
  subject(5321, "does", "car rental|vehicle (?:rental|leasing)|automobile (?:rental|leasing)"),
  subject(5324, "does", "equipment rental|aircraft leasing|container leasing|machinery rental"),
  // Services.
  subject(5411, "does", "legal services|law firm"),
  subject(
    5413,
    "does",
    "engineering (?:services|consult\\w+|design)|architect\\w+ services|survey(?:ing|s)? (?:services|and inspection|,)|geospatial|testing laborator\\w+|site survey",
  ),
  subject(
    5415,
    "does",
    "it (?:services|consulting|solutions)|information technology (?:services|solutions)|system(?:s)? integrat\\w+|software development (?:services|outsourcing)|custom software|digital transformation|software contract development|computer systems design",
  ),
  subject(
    5416,
    "does",
    "management consult\\w+|business consult\\w+|environmental consult\\w+|web consulting|market research|strategy consulting",
  ),
  subject(
    5417,
    "does",
    "(?:clinical|preclinical)[- ]stage|biotechnology (?:research|company)|stem cell|drug (?:discovery|development) company|research and drug development|life[- ]sciences company|gene therap\\w+",
  ),
  subject(
    5418,
    "does",
    "advertis\\w+(?: agency| services)?|digital marketing|public relations|marketing services|outdoor advertising",
  ),
  subject(
    5613,
    "does",
    "staffing|temporary (?:staff|employ)\\w*|human resources? (?:services|outsourcing)|recruitment|employment agenc\\w+",
  ),
  subject(5614, "does", "call cent(?:er|re)s?|business process outsourcing|debt collection|credit bureau"),
  subject(5615, "does", "travel agenc\\w+|tour operator|package tours|travel services|online travel"),
  subject(5616, "does", "security (?:services|guards?|guarding)|alarm systems|cash-in-transit"),
  subject(5617, "does", "cleaning services|pest control|facility management|landscaping|janitorial"),
  subject(5621, "does", "waste (?:collection|management|disposal)|solid waste|recycling services"),
  subject(5622, "does", "landfills?|hazardous waste|waste treatment|waste-to-energy|incineration"),
  subject(6113, "does", "universit(?:y|ies)|higher education|colleges"),
  subject(
    6116,
    "does",
    "tutoring|education(?:al)? (?:services|solutions|programs)|training (?:services|courses|programs)|language schools?|k-12",
  ),
  subject(6211, "does", "medical clinics?|physician practices|dental clinics?|outpatient"),
  subject(
    6215,
    "does",
    "(?:diagnostic|clinical|medical) laborator\\w+|diagnostic imaging (?:services|cent\\w+)|pathology",
  ),
  subject(6221, "does", "hospitals?|medical cent(?:er|re)s"),
  subject(6231, "does", "nursing (?:homes?|care)|senior (?:living|care)|elderly care|aged care|assisted living"),
  subject(7112, "does", "(?:football|soccer|baseball) clubs?|sports teams?|racetracks?|horse racing"),
  subject(7113, "does", "live events|concerts|event (?:organi[sz]ation|management)|sports events|exhibitions"),
  subject(7131, "does", "theme parks?|amusement parks?|water parks?"),
  subject(7132, "does", "casinos?|gambling|betting|lotter(?:y|ies)|gaming (?:machines|industry)|sportsbook"),
  subject(7139, "does", "fitness (?:clubs?|cent\\w+)|gyms?|golf (?:courses|clubs)|ski resorts?|bowling"),
  subject(7211, "does", "hotels?|resorts?|hospitality (?:company|business)|lodging"),
  subject(7224, "does", "bars|pubs|nightclubs|taverns"),
  subject(7225, "does", "restaurants?|cafes?|coffee ?shops|fast food|quick service|catering|pizza"),
  subject(8111, "does", "(?:auto|vehicle|car) (?:repair|maintenance) (?:services|shops)|car wash\\w*"),
  subject(8121, "does", "beauty salons?|hair salons?|nail salons?|spas"),
  subject(8122, "does", "funeral\\w*|cemeter(?:y|ies)|crematori\\w+"),
];
