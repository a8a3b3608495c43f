import type { EsgLabel } from "./label.ts";

const category = "environmental";

export const ENVIRONMENTAL: readonly EsgLabel[] = [
  {
    name: "Greenhouse gas emissions",
    category,
    definition:
      "Gases that warm the climate: how much is released, plans and steps to release less, offsets, carbon prices.",
    sasb: ["GHG Emissions"],
    sdgs: [13],
    ofOffer: false,
    strong: `fossil fuel/fuels; quit/exit/phase .. coal; coal phase; coal exit; output related emissions; co2 output; shrink/shrinks/trim/trims .. emissions/co2; climate pledge/pledges; flaring; global heating; carbon dioxide output; pollution permits; offsets .. flights/carbon;
      greenhouse gas/gases; carbon/co2/ghg/methane emissions; emissions of carbon/co2/methane/greenhouse; carbon dioxide; co2; carbon footprint;
      carbon neutral; carbon neutrality; climate neutral; climate neutrality; climate positive; carbon negative; net zero; scope 1/2/3 emissions; scope 3; decarbonize;
      decarbonization; decarbonise; decarbonisation; carbon offset/offsets/credit/credits/tax/price/capture/intensity/budget; science based target/targets; emissions trading; emissions target/targets/reduction/reductions;
      methane + leak/flaring/release; gas flaring; cut/reduce/lower/slash/halve .. emissions; global warming; carbon cut; paris agreement; climate target/targets/goal/goals/pledge/plan`,
    weak: "emissions; methane; climate; carbon; =warming; offset",
    not: "emission of new shares; emission of shares; share emission; carbon fiber/fibre/steel/black/copy/paper; activated carbon; climate control; business climate; investment climate; economic climate",
  },
  {
    name: "Climate risk and adaptation",
    category,
    definition: "What a changing climate and extreme weather do to the company, and how it prepares.",
    sasb: ["Physical Impacts of Climate Change"],
    sdgs: [13],
    ofOffer: false,
    strong: `winters/winter + warm/warmer/warming/mild + snow/ski/season; hotter summers; heat stress; snow cannons; lack of snow; rising temperatures; climate proof; flood wall/walls; storm damage + insurer/claims/grid/utility; failed monsoon; crop failure/failures; water shortage + crop/harvest;
      climate risk/risks/adaptation/resilience/change .. risk/risks/impact/impacts/claims/losses; climate change .. threaten/threatens/hit/hits/hurt; extreme weather; sea level/levels; rising sea/seas;
      resilient/resilience + wildfire/wildfires/flood/floods/storm/storms/hurricane/drought; heat wave/waves + harvest/crop/crops/output/forced/production; drought + crop/crops/harvest/forced/losses; flood defence/defences/protection;
      climate adaptation; adapt .. climate`,
    weak: "drought; heatwave; heatwaves; heat wave/waves; wildfire; wildfires; flood; floods; flooding; hurricane; hurricanes; climate; storms; weather; resilience; resilient",
    not: "climate control; business climate; flood the market; drought of; climate friendly",
  },
  {
    name: "Renewable energy",
    category,
    definition: "Electricity, heat and fuels from wind, sun, water, biomass or the earth: made, bought or used.",
    sasb: ["Energy Management"],
    sdgs: [7, 13],
    ofOffer: true,
    strong: `panels .. roof/roofs; roof/roofs .. panels; turbines off; turbines + coast/homes/offshore/megawatt/megawatts; manure .. gas/power/electricity; power from waste; biogas; biomethane; wood pellets; hydro power/plant/plants/dam;  geothermal; megawatt/megawatts + wind/solar/sun; coal .. replaced by wind;
      =renewable/=renewables energy/energies/power/electricity/sources/source/fuel/fuels; =renewables; solar/wind power/energy/farm/farms/park/parks/panel/panels/plant/plants/turbine/turbines/project/projects/array/arrays/installation/installations/electricity;
      wind and solar; solar and wind; offshore wind; onshore wind; photovoltaic; photovoltaics; hydropower; hydroelectric; hydroelectricity; geothermal; biogas; biomass; biofuel; biofuels; green/clean electricity/energy/power; rooftop solar; tidal power/energy; solar cells/cell/modules/module;
      green power purchase; sunlight + electricity; wind turbine/turbines/mill/mills`,
    weak: "solar; wind; =renewable; turbines; power purchase agreement; ppa",
    not: "solar eclipse; solar system; wind down; wind up; winds up/down; wind instrument/instruments; solar flare",
  },
  {
    name: "Energy efficiency",
    category,
    definition: "Less energy for the same work: saving, recovery of heat, refurbished buildings, better machines.",
    sasb: ["Energy Management"],
    sdgs: [7, 12],
    ofOffer: true,
    strong: `power/electricity/energy/heating/fuel bill/bills + cut/cuts/trims/trim/trimmed/halves/halved/lowers/lower/lowered/saves/save; half/less the current/power/electricity/energy; bulbs + power/swaps/swap/led; insulates/insulated/insulating .. buildings/roof/walls/homes; uses/use/burns/burn less fuel/power/energy/gas/electricity;
      energy efficient/efficiency/savings/saving/conservation; efficient use of energy; save/saves/saved/saving .. energy/electricity/fuel/kilowatt/gigawatt/megawatt; less/fewer energy/electricity/power/fuel;
      cut/cuts/cutting/reduce/reduces/reduced/lower/lowered/lowers/halve/halves/halved .. energy/electricity consumption/use/usage/bill/bills/demand; energy use + cut/lower/lowered/fell/reduced/reduce; energy consumption + cut/lower/lowered/fell/reduced/reduce/percent;
      waste heat; heat recovery; recovers heat; recovered heat; energy management system; energy star; power saving; low energy building/buildings/housing/homes; passive house; energy audit/audits; fuel efficient/efficiency; energy saving`,
    weak: "insulation; led lighting; led lamps; energy use; energy consumption; gigawatt hours; kilowatt hours; refurbished; retrofit; retrofitted",
    not: "energy trading; energy drink/drinks",
  },
  {
    name: "Air pollution",
    category,
    definition: "Pollutants other than greenhouse gases in the air, and what is done against them.",
    sasb: ["Air Quality"],
    sdgs: [3, 11],
    ofOffer: false,
    strong: `stench; foul smell/smells/odour; nox; exhaust .. cheat/cheating; emitted .. nox/soot/particles; fine particles; dirty air; tyre dust; coal dust; acid rain;
      air pollution/pollutants/pollutant/quality; nitrogen oxide/oxides/dioxide; sulphur/sulfur dioxide/oxides/oxide; particulate matter/emissions/filter/filters; particulates; fine dust; soot; smog; nox; diesel emissions; emissions test/tests/cheating/scandal/software;
      emissions .. cheat/cheating/rigged; toxic fumes; exhaust fumes/gas/gases; volatile organic compounds; fumes + residents/neighbours/factory/plant; dust + residents/quarry/neighbours; dieselgate; black smoke; clean air`,
    weak: "chimney; chimneys; fumes; dust; exhaust; smoke; odour; odours; diesel; residents; smokestack",
    not: "dust jacket; smoke free; exhaust system/systems; on air",
  },
  {
    name: "Water and wastewater",
    category,
    definition: "Taking, saving, cleaning and releasing water.",
    sasb: ["Water & Wastewater Management"],
    sdgs: [6],
    ofOffer: false,
    strong: `water needed/used per; creek/stream/river/lake + discharge/discharges/discharged/toxic/dye/dyes; water rights/licence/licences + drought/farmers/bottler/mine; thirsty data/crops; dry wells; well/wells .. dry/dried; irrigation + saves/less/drip; water + per ton/litre/pint/bottle;
      wastewater; waste water; sewage; effluent; effluents; groundwater; ground water; water consumption/use/usage/saving/savings/scarcity/stress/treatment/conservation/shortage/shortages/pollution/quality/withdrawal/withdrawals/stewardship/footprint/recycling;
      recycled/reclaimed/treated/untreated/drinking water; clean/safe water; less water; save/saves/saved .. water; litre/litres/liter/liters/gallons/gallon of water; aquifer; aquifers; water .. recycled/reused/reuse/replenish/replenished; discharge/discharges/discharged/discharging .. river/lake/sea/stream;
      rainwater; desalination; water use; closed loop + water`,
    weak: "water; river; rivers; wells; litre; litres; irrigation; discharge; discharged; discharging",
    not: "water park; water sports; mineral water; bottled water; bottled drinking water; water bottle/bottles; sparkling water; watered down; in hot water; heavy water; water heater/heaters; water resistant; water based; water proof",
  },
  {
    name: "Pollution and spills",
    category,
    definition:
      "Accidental or unlawful release of oil, chemicals and other harmful matter into soil, rivers and seas, and its clean-up.",
    sasb: ["Ecological Impacts", "Critical Incident Risk Management"],
    sdgs: [6, 14, 15],
    ofOffer: false,
    strong: `slick .. sea/coast/bird/beach/beaches/reaches/spreads; runs/ran/run aground; cyanide; poison/poisons/poisoned .. wells/river/lake/creek/water; oily beaches; fish kill/kills; leaking/leaky pipeline/well/tank/tanks; sludge + river/village/valley/creek; wells .. cyanide/arsenic/nitrate;
      oil spill/spills/slick; spill/spills/spilled/spilt/spilling .. oil/crude/chemicals/acid/sludge/barrels; oil/crude/chemicals/acid/barrels/fuel .. spill/spills/spilled/spilt/spilling/leaked; chemical leak/leaks/spill/spills; toxic leak/spill/sludge/waste/plume; tailings dam/dams/spill; contaminated soil/land/water/site/sites/groundwater;
      soil/river/land/groundwater/wells .. contaminated/contamination/polluted/poisoned; contaminate/contaminates/contaminated/polluted/pollutes/polluting/poisoned .. river/rivers/soil/valley/lake/bay/water/land/sea/beaches; environmental damage/disaster/contamination/cleanup/catastrophe/clean; environmental pollution; superfund; coal ash; polluter; polluters; pollution;
      remediation .. soil/site/land; clean up .. soil/site/river/spill; fish died/deaths/kill`,
    weak: "spill; spilled; leak; leaked; toxic; contaminated; contamination; contaminate; polluted; sludge; clean up; cleanup; river",
    not: "air pollution; light pollution; noise pollution; pollution free; toxic assets/loans/debt; spill over; data leak/leaks; leaked document/documents/memo/photo/photos/image/images; pollution control equipment",
  },
  {
    name: "Waste and recycling",
    category,
    definition:
      "Rubbish and scrap: less of it, sorting, reuse, recycling, landfill, illegal dumping, take-back of products.",
    sasb: ["Waste & Hazardous Materials Management"],
    sdgs: [11, 12],
    ofOffer: true,
    strong: `second life; shreds/shredded .. old/worn/used; worn/used pairs/clothes/tyres/batteries .. collected/shredded/recycled/reused; leftovers; surplus food; unsold food/bread/goods/clothes; repair cafe; =repairable; return scheme; deposit scheme; bottle deposit; ship breaking; fly tipping; incinerator; throwaway;
      recycle; recycled; recycles; recycling; recyclable; recyclables; upcycled; upcycling; zero waste; food waste; landfill; landfills; plastic/electronic/solid/municipal/packaging/industrial waste; e waste; waste management/reduction/disposal/collection/recycling/streams/stream; waste to energy; scrap metal; circular economy; reuse/reused/refurbished .. parts/phones/devices/old/packaging/materials;
      dump/dumped/dumping .. waste/rubbish/garbage/trash/refuse; take back scheme/programme/program/old; taken back; composting; waste + sorted/incinerated/incinerator/burned/halved/reuse/diverted; reduce/reduced/cut/halve/halved .. waste; litter .. beaches/streets`,
    weak: "waste; rubbish; garbage; trash; scrap; reuse; reused; refurbished; dumping; dumped; compost",
    not: "waste gate; waste of time; waste no time; wasted no time; waste of money; dumping duties; anti dumping; antidumping; waste water; waste heat; nuclear waste; hazardous waste; radioactive waste; recycled water; recycled plastic/paper/materials/polyester/cotton/content; refurbished office/offices/hotel/store/stores/building",
  },
  {
    name: "Hazardous substances",
    category,
    definition: "Dangerous chemicals, radioactive matter and other hazardous substances in products, plants and waste.",
    sasb: ["Waste & Hazardous Materials Management", "Product Quality & Safety"],
    sdgs: [3, 12],
    ofOffer: false,
    strong: `weed killer; weedkiller; herbicide/pesticide/talc/chemical/chemicals + cancer; solvent/solvents/acid/chemicals + buried/dumped/barrels; barrels + buried/toxic/chemicals; benzene;   reactor waste; lead pipes; toxic dye/dyes/paint;
      hazardous/toxic waste/wastes/substances/substance/chemicals/chemical/materials/material; pfas; forever chemicals; asbestos; lead paint; lead poisoning; heavy metals; mercury + poisoning/pollution/released/contaminated/levels; nuclear/radioactive waste; radioactive; dioxin; dioxins; bisphenol; phthalates; formaldehyde; glyphosate; pesticide residues; pesticides; carcinogen; carcinogens; carcinogenic; arsenic; cadmium + contaminated/contamination/poisoning/levels/toxic; ethylene oxide; microplastics`,
    weak: "toxic; hazardous; mercury; chemicals; lead; cancer; solvent; solvents",
    not: "toxic assets/loans/debt; lead role; lead singer; chemicals company/maker; cancer drug/treatment/patients/therapy",
  },
  {
    name: "Biodiversity and land use",
    category,
    definition: "Forests, wild animals and plants, seas and soil: their loss, protection and restoration.",
    sasb: ["Ecological Impacts"],
    sdgs: [14, 15],
    ofOffer: false,
    strong: `amazon + ranch/ranches/cattle/soy/cleared/carved/logging/burning; =whales + ship/ships/ferry/cruise/reroutes/hunting/nets/noise/killed/protect/spare; =dolphins; turtles;  orangutans; birds + died/deaths/wind/nesting/sanctuary; bird sanctuary; nature reserve; sanctuary .. slick/oil/mine; national park + mine/drilling/oil/road;  meadow/meadows + restored/protect; tree planting; =felled; clear cutting; seabed/deep sea mining; extinct; extinction;
      biodiversity; deforestation; reforestation; afforestation; rainforest; rain forest; rainforests; endangered species; rare species; protected species; species + endangers/endangered/extinct/extinction/threatens/rare; wetland; wetlands; mangrove; mangroves; coral reef/reefs; wildlife; ecosystem/ecosystems + restore/restored/protect/damage/marine/fragile/natural; habitat; habitats; plant/plants/planted/planting .. trees; native trees; overfishing; overfished; bycatch; nature reserve/conservation/positive; peatland; peatlands; illegal logging; forest/forests .. cleared/clearing/destroyed/protect/=felled/restored/restore; clearing/clearance of forest/forests/rainforest; soil erosion; pollinators; bees .. died/deaths/protect; conservationists; rewilding; =land grab; old growth`,
    weak: "forest; forests; species; trees; fishing; fish; logging; palm oil; soy; conservation; nature; habitat",
    not: "random forest; forest products; forest plot; business ecosystem; partner ecosystem; wealth conservation",
  },
  {
    name: "Sustainable materials and packaging",
    category,
    definition: "Materials and packaging that are recycled, organic, renewable or fewer.",
    sasb: ["Materials Sourcing & Efficiency", "Product Design & Lifecycle Management"],
    sdgs: [12],
    ofOffer: true,
    strong: `styrofoam; polystyrene; ditches/ditch/drops/drop .. plastic/styrofoam/foam/wrap; paper cups/straws/bottles instead; refill station/stations/pack/packs; wood .. fsc; fsc label; vegan materials; mushroom leather; plastic straws/bags/cups + ban/bans/ditches/replaced/replaces;
      recycled plastic/paper/polyester/cotton/materials/material/content/aluminium/aluminum/steel/glass/packaging/fibres/fibers/cardboard/pet/bottles; made from/of recycled; compostable; biodegradable; bioplastic; bioplastics; single use plastic/plastics/packaging/cups/bags; plastic free; reusable packaging/cups/bottles/bags; =refillable; sustainable packaging/materials/material/cotton/wood/timber/fabrics/fashion/textiles/sourcing/palm; eco friendly packaging/materials/products/material; environmentally friendly materials/products/packaging/material; organic cotton; organic farming/agriculture; sustainably managed/sourced/grown/harvested; plastic + bottles/bags/packaging/wrappers + replaces/replaced/ban/banned/fewer/less/replace/phase; less packaging/plastic; recyclable packaging; fsc; bio based; bamboo + packaging/instead; renewable materials/material/raw`,
    weak: "packaging; recycled; plastic; plastics; organic; paper; wood; timber; cotton",
    not: "organic growth; organic light; organic chemicals; organic sales; organic search",
  },
  {
    name: "Low-carbon products",
    category,
    definition: "Products, services and finance whose purpose is a lower burden on climate and environment.",
    sasb: ["Product Design & Lifecycle Management"],
    sdgs: [7, 9, 13],
    ofOffer: true,
    strong: `plug ins/in; plugin hybrids; vans/trucks/buses/cars .. run/runs/running .. batteries/hydrogen/electricity; last diesel/petrol; battery powered/driven; e bus/buses/car/cars/bike/bikes; climate friendly; wooden tower/towers/skyscraper; hydrogen ferry/plane/planes;
      electric car/cars/vehicle/vehicles/truck/trucks/bus/buses/lorry/lorries/van/vans/scooter/scooters/ferry/ferries; battery electric; evs; charging station/stations/point/points/network + electric/vehicles/cars/ev/drivers; ev charging; heat pump/pumps; green/clean hydrogen; fuel cell/cells; hydrogen fuel/truck/trucks/train/trains; green bond/bonds/loan/loans/finance/steel/cement/technology/technologies; sustainability linked bond/loan/bonds/loans; low carbon; zero emission/emissions; sustainable aviation fuel; clean technology/technologies/tech; cleantech; greentech; climate tech; climate fund; climate solutions; plant based meat/milk/protein; hybrid car/cars/vehicle/vehicles; emission free`,
    weak: "hydrogen; ev; battery; batteries; electric; lithium ion",
    not: "electric guitar; electric shock; electric power; electric chair",
  },
  {
    name: "Animal welfare",
    category,
    definition: "How animals are kept, transported, killed or used in tests.",
    sasb: ["Supply Chain Management", "Materials Sourcing & Efficiency"],
    sdgs: [12, 15],
    ofOffer: false,
    strong: `mink; fox fur; bans fur; turkeys/chickens/pigs/calves/cows/geese .. kicked/beaten/abused/crammed/dehorned; undercover video; foie gras; factory farming; puppy farm/farms/mill/mills; rhino horn; lab animals; monkeys .. tests/lab;
      animal welfare/cruelty/rights/testing/abuse/tests; cruelty to animal/animals/pigs/hens/cows/chickens/cattle; cruelty free; tests/tested/test/testing on animals; cage free; free range; caged hens/chickens; cage/cages .. hens/chickens/sows/pigs; hens/pigs/sows/chickens/cows .. cage/cages/cruelty/mistreated/abused/suffering; battery hens; fur free; real fur; slaughterhouse + cruelty/filmed/activists/abuse; live export; vegan leather; peta; antibiotics .. livestock/chickens/poultry/cattle; captive whales/orcas/elephants`,
    weak: "animals; cruelty; slaughterhouse; hens; livestock; fur; cages",
    not: "animal feed; animal health; animal nutrition",
  },
];
