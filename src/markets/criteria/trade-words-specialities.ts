/** Narrower trades, in lines like those of `trade-words.ts`. */
export const SPECIALITIES = `
furniture fitting | möbelbeschlag | ferrure de meuble;quincaillerie d'ameublement | herraje para muebles;herraje de muebles
silver mine | silbermine;silberbergwerk | mine d'argent | mina de plata
copper mine | kupfermine;kupferbergwerk | mine de cuivre | mina de cobre
fintech | fintech | fintech;technologie financière | fintech;tecnología financiera
breakfast cereal | frühstücksflocken;cerealien;müsli | céréales pour petit-déjeuner;céréales du petit-déjeuner | cereales de desayuno;cereales para el desayuno
non-alcoholic beverage | alkoholfreies getränk;alkoholfreie getränke | boisson sans alcool;boisson non alcoolisée | bebida sin alcohol;bebida no alcohólica
food and beverages | lebensmittel und getränke | aliments et boissons;produits alimentaires et boissons | alimentos y bebidas
edible nut | schalenfrucht | fruit à coque | fruto seco
plant-based food | pflanzliche lebensmittel;vegane lebensmittel | aliments végétaux;alimentation végétale | alimentos vegetales;alimentos de origen vegetal
flavours and fragrances | aromen und duftstoffe;duft- und aromastoffe | arômes et parfums | aromas y fragancias;sabores y fragancias
oilseed | ölsaat | oléagineux;graine oléagineuse | oleaginosa;semilla oleaginosa
agrochemical | agrarchemikalie;agrochemie | produit agrochimique;agrochimie | agroquímico;producto agroquímico
electronic waste | elektroschrott | déchet électronique;déchets électroniques | chatarra electrónica;residuo electrónico
fashion accessory | modeaccessoire | accessoire de mode | accesorio de moda;complemento de moda
hosiery | strumpfware;strumpfwaren | bonneterie;collant | medias;calcetería
outdoor equipment | outdoor-ausrüstung;outdoorausrüstung | équipement outdoor;équipement de plein air | equipo de montaña;equipamiento para actividades al aire libre
recreational vehicle | freizeitfahrzeug | véhicule de loisirs | vehículo recreativo
upholstered furniture | polstermöbel | meuble rembourré;meuble capitonné | mueble tapizado
home furnishing | wohneinrichtung;wohnaccessoire;heimausstattung | décoration intérieure;décoration de la maison | decoración del hogar;artículos de decoración
kitchen utensil | küchengerät;küchenutensil | ustensile |
feminine hygiene product | damenhygiene;monatshygiene | hygiène féminine | higiene femenina
music streaming | musikstreaming | streaming musical | streaming de música
concert promoter | konzertveranstalter | organisateur de concerts;producteur de spectacles | promotora de conciertos;promotor de conciertos
educational publisher | schulbuchverlag;bildungsverlag | éditeur scolaire | editorial educativa;editorial escolar
airline caterer | flugzeugcatering;bordverpflegung;airline-catering | restauration aérienne;restauration à bord | catering aéreo;catering para aerolíneas
online gambling | online-glücksspiel;onlineglücksspiel;online-casino | jeux d'argent en ligne;jeux en ligne;casino en ligne | juego en línea;casino en línea;juego online
spa | thermalbad;wellness;therme | thermes;station thermale;thalassothérapie | balneario;termas
tutoring | nachhilfe | soutien scolaire;cours particuliers | clases particulares;refuerzo escolar
telemedicine | telemedizin | télémédecine;téléconsultation | telemedicina
wound care | wundversorgung;wundpflege;wundauflage | soin des plaies;soins des plaies;pansement | cuidado de heridas;apósito
medical supply | medizinischer bedarf;medizinbedarf;verbandmaterial | fourniture médicale;consommable médical;consommables médicaux | material médico;insumo médico;material sanitario
radiotherapy | strahlentherapie | radiothérapie | radioterapia
immunotherapy | immuntherapie | immunothérapie | inmunoterapia
oncology | onkologie;krebsmedikament | oncologie;médicament contre le cancer | oncología
contract research organisation | auftragsforschung;auftragsforschungsinstitut | société de recherche sous contrat;recherche sous contrat | organización de investigación por contrato;investigación por contrato
pharmaceutical contract manufacturer | pharma-lohnhersteller;pharmazeutischer lohnhersteller | façonnier pharmaceutique;sous-traitant pharmaceutique | fabricante farmacéutico por contrato
antibiotic | antibiotikum;antibiotika | antibiotique | antibiótico
gene therapy | gentherapie | thérapie génique | terapia génica
cell therapy | zelltherapie | thérapie cellulaire | terapia celular
rare disease | seltene krankheit;seltene erkrankung | maladie rare | enfermedad rara
women's health | frauengesundheit | santé des femmes | salud femenina;salud de la mujer
over-the-counter drug | rezeptfreies arzneimittel;rezeptfreie arzneimittel;freiverkäufliche arzneimittel | médicament sans ordonnance;automédication | medicamento sin receta;medicamento de venta libre
sports nutrition | sportnahrung;sporternährung | nutrition sportive | nutrición deportiva
clinical nutrition | klinische ernährung;trinknahrung | nutrition clinique | nutrición clínica
dialysis | dialyse | dialyse | diálisis
respiratory device | beatmungsgerät;atemtherapiegerät | appareil respiratoire;respirateur | respirador;equipo respiratorio
aesthetic medicine | ästhetische medizin;schönheitschirurgie | médecine esthétique;chirurgie esthétique | medicina estética;cirugía estética
hr software | personalsoftware;hr-software | logiciel rh;logiciel de ressources humaines | software de recursos humanos
business process outsourcing | geschäftsprozessauslagerung | externalisation de processus;externalisation | externalización de procesos;tercerización
outsourcing | auslagerung | | subcontratación
real estate investment trust | immobilienaktiengesellschaft;reit | société d'investissement immobilier;siic;foncière cotée | fibra inmobiliaria;fideicomiso inmobiliario
student housing | studentenwohnheim;studierendenwohnheim | résidence étudiante;logement étudiant | residencia de estudiantes;residencia estudiantil
digital marketing | online-marketing;digitalmarketing | marketing numérique;marketing digital | marketing digital;mercadotecnia digital
advertising technology | werbetechnologie | technologie publicitaire | tecnología publicitaria
plastics machine | kunststoffmaschine;spritzgießmaschine | machine de plasturgie;presse à injecter | máquina para plástico;máquina de inyección;inyectora de plástico
memory chip | speicherchip | puce mémoire | chip de memoria;memoria semiconductora
power semiconductor | leistungshalbleiter | semi-conducteur de puissance | semiconductor de potencia
semiconductor foundry | halbleiterfertiger;auftragsfertiger für halbleiter | fonderie de semi-conducteurs | fundición de semiconductores
semiconductor equipment | halbleiteranlage;halbleitermaschine | équipement pour semi-conducteurs;équipement de semi-conducteurs | equipo para semiconductores
refractory | feuerfestmaterial;feuerfeststein | réfractaire;matériau réfractaire | refractario;material refractario
special alloy | speziallegierung;sonderlegierung | alliage spécial | aleación especial
alloy | legierung | alliage | aleación
industrial mineral | industriemineral | minéral industriel;minéraux industriels | mineral industrial
tidal energy | gezeitenenergie;gezeitenkraftwerk | énergie marémotrice | energía mareomotriz
carbon capture | co2-abscheidung;kohlenstoffabscheidung | captage de carbone;captage du carbone;capture du carbone | captura de carbono
ev charging | elektroauto-ladung;ladeinfrastruktur | recharge de véhicules électriques;recharge électrique | carga de vehículos eléctricos;recarga de vehículos eléctricos
food packaging | lebensmittelverpackung | emballage alimentaire | envase alimentario;envase de alimentos;embalaje alimentario
flexible packaging | flexible verpackung;folienverpackung | emballage souple;emballage flexible | envase flexible;embalaje flexible
mass timber | brettsperrholz;massivholz | bois massif;bois lamellé | madera maciza;madera contralaminada
dredging | nassbaggerei;baggerarbeit | dragage | dragado
bulk carrier | massengutschiff;massengutfrachter | vraquier | granelero
ride-hailing | fahrdienst;fahrtenvermittler | vtc;voiture de transport avec chauffeur | transporte con conductor;vtc
scooter sharing | rollerverleih;e-scooter-verleih | trottinettes en libre-service | alquiler de patinetes
railcar leasing | waggonvermietung;güterwagenvermietung | location de wagons | alquiler de vagones
container leasing | containervermietung;containerleasing | location de conteneurs | alquiler de contenedores
aircraft leasing | flugzeugleasing | location d'avions;crédit-bail aéronautique | arrendamiento de aviones;leasing de aviones
car leasing | autoleasing;fahrzeugleasing | location longue durée;leasing automobile | renting de vehículos;leasing de coches
enterprise software | unternehmenssoftware | logiciel d'entreprise;logiciel de gestion | software empresarial;software de gestión
crm software | crm-software | logiciel crm;logiciel de gestion de la relation client | software crm
erp software | erp-software | logiciel erp;progiciel de gestion | software erp
cad software | cad-software | logiciel de cao | software cad
banking software | bankensoftware;banksoftware | logiciel bancaire | software bancario
e-commerce platform | e-commerce-plattform;onlineshop-plattform | plateforme de commerce électronique;plateforme d'e-commerce | plataforma de comercio electrónico
online marketplace | online-marktplatz;onlinemarktplatz | place de marché;place de marché en ligne | mercado en línea;marketplace
job board | stellenbörse;jobbörse | site d'emploi | portal de empleo;bolsa de trabajo
price comparison site | vergleichsportal;preisvergleich | comparateur de prix;comparateur | comparador de precios;comparador
banknote printer | banknotendruckerei | imprimeur de billets de banque | imprenta de billetes
home insurance | wohngebäudeversicherung;hausratversicherung | assurance habitation | seguro de hogar
crypto exchange | kryptobörse | plateforme de cryptomonnaies | plataforma de criptomonedas
credit bureau | auskunftei;wirtschaftsauskunftei | agence de notation | buró de crédito;agencia de calificación
strategy consultancy | strategieberatung | conseil en stratégie;cabinet de conseil en stratégie | consultoría estratégica;consultora de estrategia
hr consultancy | hr-beratung | conseil en ressources humaines | consultoría de recursos humanos
environmental consultancy | umweltberatung | conseil en environnement;bureau d'études environnement | consultoría ambiental;consultora ambiental;consultoría medioambiental
management consultancy | managementberatung | conseil en gestion;conseil en management | consultoría de gestión;consultoría empresarial
battery material | batteriematerial;batteriewerkstoff | matériau pour batteries;matériau de batterie | material para baterías
pay television | bezahlfernsehen | télévision à péage;télévision payante | televisión de pago
video streaming | videostreaming | vidéo à la demande;streaming vidéo | vídeo bajo demanda;video bajo demanda
executive search | führungskräftevermittlung | chasse de têtes;chasseur de têtes;recrutement de cadres | cazatalentos;búsqueda de ejecutivos
infrastructure | infrastruktur | infrastructure | infraestructura
building automation | gebäudeautomation | gestion technique du bâtiment;domotique | automatización de edificios;domótica
smart home | smart home;intelligentes haus | maison intelligente;maison connectée | hogar inteligente
commodity trader | rohstoffhändler | négociant en matières premières | comercializadora de materias primas
asbestos removal | asbestsanierung;asbestentsorgung | désamiantage | retirada de amianto;desamiantado
soil remediation | bodensanierung;altlastensanierung | dépollution des sols;dépollution de sols | descontaminación de suelos
soil | boden;erdreich | sol | suelo
wine shop | weinhandlung;weinladen | caviste | vinoteca;licorería
raw material | rohstoff | matière première | materia prima
accessory | zubehör | accessoire | accesorio
component | komponente;bauelement | composant | componente
craft brewery | handwerksbrauerei;craft-brauerei | brasserie artisanale;microbrasserie | cervecera artesanal;cervecería artesanal
shopping | einkauf | achats | compras
brand | marke | marque | marca
platform | plattform | plateforme | plataforma
sale | verkauf;vertrieb | vente | venta
manufacture | herstellung;fertigung | fabrication | fabricación
production | produktion;erzeugung | production | producción
processing | verarbeitung | transformation;traitement | procesamiento;procesado;transformación
distribution | distribution | distribution | distribución
maintenance | wartung;instandhaltung | maintenance;entretien | mantenimiento
repair | reparatur | réparation | reparación
installation | installation;montage | installation | instalación
extraction | förderung;gewinnung | extraction | extracción
storage | lagerung;speicherung | stockage | almacenamiento
supply | lieferung;versorgung | approvisionnement;fourniture | suministro;abastecimiento
management | verwaltung | gestion | gestión
operation | | exploitation | explotación
cultivation | anbau | culture | cultivo
breeding | zucht;züchtung | | cría
retail | | vente au détail | venta minorista
single-family house | einfamilienhaus | maison individuelle | vivienda unifamiliar
turnkey construction | schlüsselfertigbau | construction clé en main;construction clés en main | construcción llave en mano
toy | spielware | |
board game | gesellschaftsspiel;brettspiel | jeu de société;jeu de plateau | juego de mesa
used car | gebrauchtwagen | voiture d'occasion;véhicule d'occasion | coche usado;coche de segunda mano;auto usado
banknote | banknote;geldschein | billet de banque | billete
identity card | ausweis;personalausweis | carte d'identité | documento de identidad
motorway service area | raststätte;autobahnraststätte | aire d'autoroute;aire de service | área de servicio
long-distance bus | fernbus | autocar longue distance | autobús de larga distancia
wood pellet | holzpellet | granulé de bois;pellet | pellet de madera
blind | jalousie;rollo | store | estor
factoring | factoring | affacturage | factoraje
congress | kongress | congrès | congreso
farmer | landwirt | agriculteur;éleveur | agricultor;ganadero;criador
event technology | veranstaltungstechnik | équipement événementiel | equipamiento para eventos
fast-food chain | schnellrestaurantkette;fast-food-kette | chaîne de restauration rapide | cadena de comida rápida
service provider | | fournisseur de services;prestataire de services | proveedor de servicios;prestador de servicios
cloud service provider | cloud-anbieter;cloudanbieter | fournisseur de services cloud;fournisseur de cloud | proveedor de servicios en la nube
oil and gas company | öl- und gaskonzern;öl- und gasunternehmen | compagnie pétrolière et gazière;société pétrolière et gazière | compañía petrolera y de gas;empresa de petróleo y gas;compañía de petróleo y gas
real estate investment | immobilieninvestition | investissement immobilier | inversión inmobiliaria
contact centre | kundenservice-center | centre de contact | centro de contacto
cooperative | genossenschaft | coopérative | cooperativa
cardboard packaging | kartonverpackung;pappverpackung | emballage en carton | envase de cartón;embalaje de cartón
wind power plant | windkraftwerk | centrale éolienne | central eólica
Caribbean | karibik | caraïbes | caribe
`;
