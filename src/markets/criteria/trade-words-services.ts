/** Services of trades, in lines like those of `trade-words.ts`: finance, health, media, trade, transport, software. */
export const SERVICES = `
savings bank | sparkasse | caisse d'épargne | caja de ahorros;caja de ahorro
mortgage bank | hypothekenbank;pfandbriefbank | banque hypothécaire | banco hipotecario
mortgage | hypothek;immobilienkredit | prêt hypothécaire;crédit immobilier;hypothèque | hipoteca;crédito hipotecario
investment bank | investmentbank | banque d'affaires;banque d'investissement | banco de inversión
private bank | privatbank | banque privée | banco privado;banca privada
online bank | direktbank;onlinebank;online-bank;neobank | banque en ligne;néobanque | banco en línea;neobanco;banco digital
banking | bankwesen;bankgeschäft | | banca
consumer finance | konsumentenkredit;verbraucherkredit | crédit à la consommation | crédito al consumo
microfinance | mikrofinanz;mikrokredit | microfinance;microcrédit | microfinanzas;microcrédito;microfinanciera
credit | kredit;darlehen | crédit;prêt | crédito;préstamo
credit card | kreditkarte | carte de crédit;carte bancaire | tarjeta de crédito
money transfer | geldtransfer;geldüberweisung | transfert d'argent | envío de dinero;remesa;transferencia de dinero
debt collection | inkasso | recouvrement;recouvrement de créances | cobranza;recobro;cobro de deudas
debt collector | inkassounternehmen;inkassobüro | société de recouvrement | empresa de cobranza;empresa de recobro
asset management company | vermögensverwaltungsgesellschaft;kapitalanlagegesellschaft | société de gestion d'actifs | sociedad gestora de fondos
asset management | vermögensmanagement | gestion d'actifs;gestion de patrimoine | gestión de activos;gestión de patrimonios
investment fund | investmentfonds | fonds d'investissement | fondo de inversión
pension fund | pensionskasse;pensionsfonds | fonds de pension;caisse de retraite | fondo de pensiones
hedge fund | hedgefonds | fonds spéculatif | fondo de cobertura
private equity | beteiligungskapital;privates beteiligungskapital | capital-investissement | capital privado
venture capital fund | wagniskapitalfonds;risikokapitalfonds | fonds de capital-risque;fonds de capital risque | fondo de capital riesgo;fondo de capital-riesgo;fondo de capital de riesgo
venture capital firm | wagniskapitalgeber;risikokapitalgeber;wagniskapitalgesellschaft | société de capital-risque | gestora de capital riesgo
venture capital | wagniskapital;risikokapital | capital-risque | capital riesgo;capital de riesgo;capital-riesgo
stockbroker | wertpapiermakler;börsenmakler | courtier en bourse;société de bourse | corredor de bolsa;casa de bolsa
insurance brokerage | versicherungsvermittlung | courtage d'assurance;courtage en assurances | corretaje de seguros
insurance broker | versicherungsvermittler | courtiers d'assurances | bróker de seguros;agente de seguros
life insurance company | lebensversicherungsgesellschaft;lebensversicherungsunternehmen | |
financial service | finanzdienstleistung | service financier | servicio financiero
financial service provider | finanzdienstleister | prestataire de services financiers | proveedor de servicios financieros
cryptocurrency | kryptowährung | cryptomonnaie;crypto-monnaie | criptomoneda;criptodivisa
auditor | prüfungsgesellschaft;abschlussprüfer | commissaire aux comptes;cabinet d'audit | auditora;firma de auditoría
notary | notar | notaire | notario;notaría
it consulting firm | it-beratung;it-beratungsunternehmen;it-beratungshaus | cabinet de conseil en informatique;société de conseil en informatique;esn | consultora informática;consultora tecnológica;consultoría informática
consulting firm | beratungsunternehmen;beratungsfirma | cabinet de consultants | empresa de consultoría;firma de consultoría
engineering consultancy | ingenieurberatung | cabinet d'ingénierie | consultora de ingeniería;ingeniería consultora
it service | it-dienstleistung | service informatique | servicio informático;servicios informáticos
it service provider | it-dienstleister;systemhaus | prestataire informatique | proveedor de servicios informáticos
information technology | informatik;informationstechnik;edv | informatique | informática
cybersecurity | cybersicherheit;it-sicherheit;cybersecurity | cybersécurité;sécurité informatique | ciberseguridad;seguridad informática
artificial intelligence | künstliche intelligenz;ki | intelligence artificielle;ia | inteligencia artificial;ia
cloud storage | cloud-speicher;cloudspeicher | stockage en nuage;stockage cloud | almacenamiento en la nube
cloud computing | | informatique en nuage;cloud | computación en la nube;nube
data centre | datacenter | centre de traitement de données | centro de procesamiento de datos;centro de proceso de datos
web hosting | webhosting | hébergement web;hébergement internet;hébergement de sites | alojamiento web;hospedaje web
web host | webhoster | hébergeur;hébergeur web |
payroll | gehaltsabrechnung;entgeltabrechnung | gestion de la paie | nóminas
human resources | personalwesen;personalverwaltung | ressources humaines | recursos humanos
time tracking | zeiterfassung | gestion du temps;gestion des temps | control horario
time | zeit | temps | tiempo
analytics | datenanalyse | analyse de données | análisis de datos;analítica
database | datenbank | base de données | base de datos
e-commerce | onlinehandel;e-commerce | commerce électronique;commerce en ligne | comercio electrónico
online shop | onlineshop;online-shop | boutique en ligne | tienda en línea;tienda online
online retailer | onlinehändler;online-händler;versandhändler | vendeur en ligne;cybermarchand | minorista en línea;minorista online
online travel agency | online-reisebüro;onlinereisebüro | agence de voyages en ligne | agencia de viajes por internet;agencia de viajes online;agencia de viajes en línea
mail order | versandhandel | vente par correspondance;vente à distance | venta por correo;venta por catálogo
search engine | suchmaschine | moteur de recherche | buscador;motor de búsqueda
social network | soziales netzwerk;soziale medien | réseau social;réseaux sociaux | red social;redes sociales
internet | internet | internet | internet
mobile phone operator | mobilfunkanbieter;mobilfunkbetreiber;mobilfunker;mobilfunknetzbetreiber | opérateur de téléphonie mobile;opérateur mobile | operador de telefonía móvil;operadora de telefonía móvil;operador móvil;telefónica móvil;operadora móvil
network operator | netzbetreiber | gestionnaire de réseau;opérateur de réseau | operador de red;operadora de red
grid operator | stromnetzbetreiber | gestionnaire de réseau électrique | operador de red eléctrica
cable operator | kabelnetzbetreiber | câblo-opérateur | cableoperador;cableoperadora;operador de cable
telecommunications | telekommunikation | télécommunications;télécoms;télécom | telecomunicaciones;telecomunicación
streaming service | streamingdienst;streaming-dienst;streaminganbieter | service de streaming;plateforme de streaming | servicio de streaming;plataforma de streaming;servicio de transmisión
television broadcaster | fernsehanstalt | chaîne de télévision;diffuseur de télévision | cadena de televisión
radio broadcaster | hörfunksender;rundfunkanstalt | chaîne de radio | cadena de radio
broadcaster | sender;rundfunk | radiodiffuseur;diffuseur | radiodifusora
media | medien | média | medios;medios de comunicación
media company | medienunternehmen;medienkonzern;medienhaus | groupe de médias;groupe de presse | empresa de medios;grupo de medios
film studio | filmstudio | studio de cinéma | estudio de cine;estudio cinematográfico
film production company | filmproduktion;filmproduktionsfirma;filmproduzent | société de production;société de production cinématographique | productora de cine;productora audiovisual;productora cinematográfica
record label | plattenlabel;musiklabel;plattenfirma | label musical;maison de disques | discográfica;sello discográfico;casa discográfica
publisher | verlagshaus | maison d'édition | casa editorial
newspaper | tageszeitung | presse quotidienne | diario impreso;prensa
magazine | zeitschrift | magazine;revue | revista
trade journal | fachzeitschrift | revue professionnelle;presse professionnelle | revista especializada;revista profesional
textbook | schulbuch;lehrbuch | manuel scolaire;livre scolaire | libro de texto;libro escolar
comic book | comic | bande dessinée | cómic;historieta
outdoor advertising | außenwerbung | affichage publicitaire;publicité extérieure | publicidad exterior
public relations | öffentlichkeitsarbeit;pr | relations publiques | relaciones públicas
public relations agency | pr-agentur | agence de relations publiques;agence de communication | agencia de relaciones públicas;agencia de comunicación
market research | marktforschung | étude de marché;études de marché | investigación de mercados;estudio de mercado
market research company | marktforschungsinstitut;marktforscher | institut de sondage;institut d'études |
trade fair organiser | messeveranstalter;messegesellschaft | organisateur de salons;organisateur de foires | organizador de ferias;organizadora de ferias
trade fair | messe | salon professionnel;foire | feria
event | veranstaltung | événement | evento
ticket | ticket;eintrittskarte | billet;billetterie | entradas;boleto
retail chain | einzelhandelsunternehmen;einzelhandelskonzern;filialist;ladenkette | enseigne de distribution;enseigne de la grande distribution;grande distribution;chaîne de distribution;enseigne | cadena minorista;cadena comercial
retail | einzelhandel | commerce de détail;distribution de détail | comercio minorista;venta al por menor
retail bank | | banque de détail | banca minorista
wholesale | großhandel | commerce de gros | comercio mayorista;venta al por mayor
discounter | discounter | discounteur;hard-discounter | tienda de descuento
home improvement store | heimwerkermarkt | enseigne de bricolage | tienda de bricolaje
garden centre | gartencenter;gartenmarkt | jardinerie | centro de jardinería
convenience store | kiosk;spätkauf | supérette;épicerie | tienda de conveniencia;tienda de barrio
grocery store | lebensmittelgeschäft | magasin d'alimentation | tienda de abarrotes;tienda de alimentación;tienda de comestibles
food retailer | lebensmittelhändler;lebensmitteleinzelhändler;lebensmittelhandel | distributeur alimentaire | minorista de alimentos
drugstore | drogerie;drogeriemarkt | droguerie | droguería;perfumería
clothing store | modegeschäft;bekleidungsgeschäft | magasin de vêtements;magasin de prêt-à-porter | tienda de ropa
shoe shop | schuhgeschäft | magasin de chaussures | zapatería
perfumery | parfümerie | parfumerie |
optician chain | optikerkette | chaîne d'opticiens;enseigne d'optique | cadena de ópticas
restaurant chain | restaurantkette | chaîne de restaurants | cadena de restaurantes
fast food | schnellimbiss;fastfood;schnellrestaurant | restauration rapide | comida rápida
coffee shop | kaffeehaus;café | salon de thé | cafetería
catering | verpflegung;catering | restauration collective;traiteur | catering;comedores colectivos;servicio de comidas
caterer | caterer;gastronom | société de restauration collective | empresa de catering
food delivery | essenslieferung;lieferdienst;essenslieferdienst | livraison de repas | entrega de comida;comida a domicilio;reparto de comida
hospitality | gastgewerbe;gastronomie;hotellerie | hôtellerie;hôtellerie-restauration | hostelería;hotelería
tourism | tourismus;fremdenverkehr | tourisme | turismo
cruise line | kreuzfahrtreederei;kreuzfahrtgesellschaft;kreuzfahrtanbieter;kreuzfahrtlinie | croisiériste;compagnie de croisières;compagnie de croisière | línea de cruceros;naviera de cruceros;compañía de cruceros
campsite | campingplatz | camping;terrain de camping | camping;campamento turístico
holiday home | ferienwohnung;ferienhaus | location de vacances;maison de vacances | casa de vacaciones;apartamento turístico
ski resort | skigebiet | station de ski;domaine skiable | estación de esquí
theatre | theater | théâtre | teatro
museum | museum | musée | museo
zoo | zoo;tierpark | zoo;parc zoologique | zoológico;zoo
sports club | sportverein | club de sport;club sportif | club deportivo
football club | fußballverein;fußballklub | club de football | club de fútbol
gym | fitnessklub;fitness-studio | club de fitness |
cinema | filmtheater;kinokette | salle de cinéma;cinémas | sala de cine;sala cinematográfica
gambling | glücksspiel | jeu d'argent;jeux d'argent;jeux de hasard | juego de azar;juegos de azar
betting company | wettanbieter;buchmacher;sportwettenanbieter | bookmaker;opérateur de paris;opérateur de paris sportifs | casa de apuestas
education | bildung;ausbildung | éducation;enseignement | educación;enseñanza
vocational training | berufsausbildung;berufsbildung;berufliche weiterbildung | formation professionnelle | formación profesional;capacitación laboral
language course | sprachkurs | cours de langue;cours de langues | curso de idiomas
language school | sprachschule | école de langues;école de langue | escuela de idiomas;academia de idiomas
driving school | fahrschule | auto-école | autoescuela
online education | online-bildung;fernunterricht | enseignement à distance;formation en ligne | educación en línea;educación a distancia;formación en línea
childcare | kinderbetreuung | garde d'enfants;petite enfance | cuidado infantil;cuidado de niños
course | kurs;lehrgang | cours | curso
healthcare | gesundheitswesen;gesundheitsversorgung | soins de santé;santé | asistencia sanitaria;atención médica;sanidad;salud
hospital operator | klinikbetreiber;krankenhausbetreiber;klinikkonzern | gestionnaire d'hôpitaux;exploitant d'hôpitaux | operador de hospitales
private hospital | privatklinik;privatkrankenhaus | clinique privée;hôpital privé | clínica privada;hospital privado
dental clinic | zahnklinik;zahnarztpraxis | clinique dentaire;cabinet dentaire | clínica dental
veterinary clinic | tierklinik;tierarztpraxis | clinique vétérinaire | clínica veterinaria
eye clinic | augenklinik | clinique ophtalmologique | clínica oftalmológica
clinic | arztpraxis;klinikum | cabinet médical;clinique médicale | ambulatorio
rehabilitation clinic | rehaklinik;reha-klinik;rehabilitationsklinik | centre de rééducation;clinique de rééducation | centro de rehabilitación;clínica de rehabilitación
dentist | zahnarzt | dentiste | dentista;odontólogo
doctor | arzt | médecin | médico
ophthalmology | augenheilkunde;augenmedizin | ophtalmologie | oftalmología
medical laboratory | diagnostiklabor;medizinisches labor | laboratoire de biologie médicale;laboratoire médical | laboratorio médico
laboratory | labor | laboratoire | laboratorio
testing laboratory | prüflabor | laboratoire d'essais | laboratorio de ensayos;laboratorio de pruebas
nursing home | pflegeeinrichtung;altersheim;seniorenresidenz | établissement pour personnes âgées | residencia geriátrica;geriátrico;asilo de ancianos
home care | häusliche pflege;pflegedienst;ambulante pflege | soins à domicile;aide à domicile | atención domiciliaria;cuidado a domicilio
ambulance | rettungsdienst;krankenwagen | ambulance | ambulancia
drug maker | pharmahaus;pharmazeutisches unternehmen;arzneimittelproduzent | entreprise pharmaceutique;société pharmaceutique;laboratoires pharmaceutiques | empresa farmacéutica;compañía farmacéutica
pharmaceutical industry | pharmaindustrie | industrie pharmaceutique | industria farmacéutica
food industry | lebensmittelindustrie;nahrungsmittelindustrie;ernährungsindustrie | industrie alimentaire;industrie agroalimentaire;secteur agroalimentaire | industria alimentaria;industria alimenticia;industria de alimentos
chemical industry | chemieindustrie;chemische industrie | industrie chimique | industria química
aerospace industry | luftfahrtindustrie;luft- und raumfahrtindustrie | industrie aéronautique;industrie aérospatiale | industria aeronáutica;industria aeroespacial
fashion industry | modeindustrie;modebranche | industrie de la mode | industria de la moda;sector de la moda
textile industry | textilindustrie | industrie textile | industria textil
construction industry | bauindustrie;baubranche;bauwirtschaft | industrie du bâtiment;secteur du bâtiment | industria de la construcción;sector de la construcción
mining industry | bergbauindustrie | industrie minière | industria minera
packaging industry | verpackungsindustrie | industrie de l'emballage | industria del embalaje
paper industry | papierindustrie | industrie papetière;industrie du papier | industria papelera
furniture industry | möbelindustrie | industrie du meuble | industria del mueble
beverage industry | getränkeindustrie | industrie des boissons | industria de bebidas
medical industry | medizinbranche | industrie médicale | industria médica
energy industry | energiewirtschaft;energiebranche | secteur de l'énergie;industrie énergétique | industria energética;sector energético
industry | industrie;branche | industrie;secteur | industria;sector
workwear rental | mietberufskleidung;berufskleidungsservice | location de vêtements de travail | alquiler de ropa de trabajo
textile service | textilservice;textildienst;mietwäsche | location-entretien de textile | renting textil
staffing agency | personaldienstleister;personalagentur | agence de travail temporaire;entreprise de travail temporaire | agencia de trabajo temporal
recruiter | personalberater;personalberatung;headhunter | cabinet de recrutement;recruteur | agencia de reclutamiento;reclutadora;empresa de selección de personal
building cleaning | gebäudereinigung | nettoyage de bâtiments;nettoyage des bâtiments;nettoyage de bureaux | limpieza de edificios;limpieza de oficinas
facility management | gebäudemanagement;gebäudebewirtschaftung;facility-management | gestion d'immeubles;facility management;gestion des bâtiments | gestión de edificios;gestión de instalaciones
pest control | schädlingsbekämpfung | lutte antiparasitaire;dératisation;désinsectisation | control de plagas
gardening | gartenpflege;landschaftspflege | jardinage;entretien d'espaces verts;espaces verts | jardinería
landscaping | garten- und landschaftsbau;landschaftsbau | paysagisme;aménagement paysager | paisajismo
landscaper | gartenbauer;landschaftsgärtner;gartenbaubetrieb | paysagiste | paisajista
security service | wachdienst;sicherheitsdienste;sicherheitsdienstleistung;bewachung | service de sécurité;service de gardiennage | servicio de seguridad;servicios de seguridad
cash-in-transit | werttransport;geldtransport | transport de fonds | transporte de valores
private security | | sécurité privée | seguridad privada
remote monitoring | fernüberwachung | télésurveillance | televigilancia;monitorización remota
funeral service | bestattung | service funéraire | servicio funerario
beauty salon | kosmetikstudio;schönheitssalon | institut de beauté;salon de beauté | salón de belleza;centro de estética
hairdresser | friseur;friseursalon | salon de coiffure;coiffeur | peluquería;peluquero
translation agency | übersetzungsbüro | agence de traduction | agencia de traducción
housing company | wohnungsbaugesellschaft;wohnungsunternehmen;wohnungsgesellschaft;wohnungskonzern | bailleur social;société de logement;office hlm | sociedad de vivienda
apartment | wohnung;appartement | appartement | apartamento;piso;departamento
office | büro | bureau | oficina
office building | bürogebäude;büroimmobilie | immeuble de bureaux | edificio de oficinas
commercial real estate | gewerbeimmobilie | immobilier commercial;immobilier d'entreprise | inmuebles comerciales;inmobiliario comercial
residential real estate | wohnimmobilie | immobilier résidentiel | inmuebles residenciales
logistics real estate | logistikimmobilie | immobilier logistique | inmobiliario logístico;inmuebles logísticos
real estate company | immobilienbestandshalter | société foncière | sociedad inmobiliaria;compañía inmobiliaria;socimi
property manager | hausverwaltung;immobilienverwalter;immobilienverwaltung | gestionnaire immobilier;syndic de copropriété;administrateur de biens | administradora de fincas;administrador de fincas
landlord | wohnungsvermieter | bailleur |
car park | parkhaus;parkplatz | parking;parc de stationnement | aparcamiento;estacionamiento
self-storage | selfstorage;mietlager | garde-meuble;self-stockage | trasteros;guardamuebles
coworking space | coworking-space | espace de coworking | espacio de coworking
construction machinery rental | | location d'engins de chantier;location de matériel de chantier | alquiler de maquinaria de construcción
car rental | mietwagen | location de voitures;location de véhicules;location automobile | alquiler de coches;alquiler de autos;alquiler de vehículos;renta de autos
car rental company | mietwagenfirma;mietwagenunternehmen;autovermietungen | société de location de voitures | rentadora de autos
refrigerated transport | kühltransport | transport frigorifique;transport sous température dirigée | transporte refrigerado;transporte frigorífico
road freight carrier | straßengüterverkehrsunternehmen | transporteur routier de marchandises | transportista de carga por carretera;transportista de mercancías por carretera
road freight | güterkraftverkehr;straßengüterverkehr | transport routier;transport routier de marchandises;fret routier | transporte de mercancías por carretera;transporte por carretera;transporte de carga por carretera
rail freight | schienengüterverkehr;bahnfracht | fret ferroviaire;transport ferroviaire de marchandises | transporte ferroviario de mercancías;transporte ferroviario de carga
freight railroad | güterbahn | compagnie de fret ferroviaire | compañía ferroviaria de carga;ferrocarril de carga;empresa ferroviaria de carga
air cargo | luftfracht | fret aérien | carga aérea
freight | fracht;güter | fret;marchandise | flete;carga;mercancía
freight transport | gütertransport;güterverkehr | transport de marchandises;transport de fret | transporte de mercancías;transporte de carga
low-cost airline | billigfluggesellschaft;billigflieger;billigairline | compagnie aérienne à bas prix;compagnie aérienne à bas coûts;compagnie low-cost;compagnie aérienne low-cost | aerolínea de bajo coste;aerolínea de bajo costo;aerolínea low-cost
cargo airline | frachtfluggesellschaft;frachtfluglinie | compagnie aérienne cargo;compagnie de fret aérien | aerolínea de carga
container terminal | containerterminal | terminal à conteneurs | terminal de contenedores
container ship | containerschiff | porte-conteneurs | portacontenedores;buque portacontenedores
tanker | tanker;tankschiff | pétrolier tanker;navire-citerne | buque cisterna;petrolero buque
ferry operator | fährreederei;fährbetreiber;fährgesellschaft | compagnie de ferries;compagnie de ferry | operador de transbordadores;naviera de transbordadores
port operator | hafenbetreiber;hafengesellschaft | opérateur portuaire;exploitant de port | operador portuario
airport operator | flughafenbetreiber;flughafengesellschaft | gestionnaire d'aéroport;gestionnaire d'aéroports;exploitant d'aéroport | operador aeroportuario;operador de aeropuertos
motorway operator | autobahnbetreiber | concessionnaire d'autoroutes;société d'autoroutes;concessionnaire autoroutier | concesionaria de autopistas;operador de autopistas
public transport | nahverkehr;öffentlicher verkehr;öpnv | transport public;transports en commun;transports publics | transporte público
railway company | bahngesellschaft;eisenbahngesellschaft | compagnie de chemin de fer | compañía ferroviaria;empresa ferroviaria
ship owner | schiffseigner | propriétaire de navires |
shipping line | linienreederei;schifffahrtsgesellschaft;schifffahrtslinie | compagnie de navigation | línea naviera;compañía naviera
container shipping | containerschifffahrt | transport de conteneurs;transport maritime de conteneurs | transporte de contenedores
parcel | paketsendung | colis postaux | paquetes postales
courier company | kurierunternehmen | entreprise de messagerie | empresa de paquetería
removal company | umzugsunternehmen;möbelspedition | entreprise de déménagement;déménageur | empresa de mudanzas
warehouse operator | lagerbetreiber;lagerhalter | entreposeur;exploitant d'entrepôts | operador de almacenes
supply chain | lieferkette | chaîne d'approvisionnement;chaîne logistique | cadena de suministro
contract manufacturer | auftragsfertiger;lohnhersteller;lohnfertiger;auftragshersteller | sous-traitant;façonnier | fabricante por contrato;maquilador
contract manufacturing | lohnfertigung;auftragsfertigung;lohnherstellung | sous-traitance;fabrication à façon | maquila;fabricación por contrato
business | betrieb;gewerbebetrieb | | negocio
commercial customer | gewerbekunde | client professionnel;clientèle professionnelle | cliente comercial
business customer | geschäftskunde;firmenkunde | client d'affaires;entreprise cliente | cliente empresarial
private customer | privatkunde;privatperson | particulier;client particulier | cliente particular
small business | kleinunternehmen;kleine unternehmen;kleinbetrieb;kleine betriebe;kleinen unternehmen | petite entreprise;tpe | pequeña empresa;microempresa
small and medium-sized business | mittelstand;kmu;mittelständisches unternehmen;mittelständler | pme;petite et moyenne entreprise | pyme;pequeña y mediana empresa
craft business | handwerksbetrieb;handwerker | artisan;entreprise artisanale | artesano
West Africa | westafrika | afrique de l'ouest;afrique occidentale | áfrica occidental;áfrica del oeste
East Africa | ostafrika | afrique de l'est;afrique orientale | áfrica oriental;áfrica del este
North Africa | nordafrika | afrique du nord | norte de áfrica;áfrica del norte
Southern Africa | südliches afrika;südlichen afrika | afrique australe | áfrica meridional;áfrica austral
Southeast Asia | südostasien | asie du sud-est | sudeste asiático;sureste asiático
Eastern Europe | osteuropa | europe de l'est;europe orientale | europa del este;europa oriental
Western Europe | westeuropa | europe de l'ouest;europe occidentale | europa occidental
Central Europe | mitteleuropa | europe centrale | europa central
Southern Europe | südeuropa | europe du sud;europe méridionale | europa del sur;sur de europa
Northern Europe | nordeuropa | europe du nord | europa del norte;norte de europa
Scandinavia | skandinavien | scandinavie | escandinavia
Central America | mittelamerika;zentralamerika | amérique centrale | américa central;centroamérica
`;
