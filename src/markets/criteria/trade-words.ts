import type { Language, Translation } from "#foundation/language/dictionaries";
import { KINDS_OF_COMPANIES } from "./kind-words.ts";
import { TRADE_ADJECTIVES } from "./trade-adjectives.ts";
import { TRADE_VERBS } from "./trade-verbs.ts";
import { GOODS } from "./trade-words-goods.ts";
import { SERVICES } from "./trade-words-services.ts";
import { SPECIALITIES } from "./trade-words-specialities.ts";
import { TECHNOLOGY } from "./trade-words-technology.ts";

/**
 * Function words of questions in these languages, roles, and trades that the dictionaries lack or mistranslate. A line
 * is English | German | French | Spanish, with alternatives separated by ";", in lower case and with nouns in the
 * singular.
 */
const TABLE = `
of | von;vom;des | de;du;des;d' | de;del
for | für | pour | para
country | land | pays | país
near | nahe;in der nähe von;in der nähe der | près de;près d';autour de;autour d' | cerca de;cerca del;alrededor de
within | im umkreis von | dans un rayon de | en un radio de
in | in;im;bei | en;dans;à;au;aux | en
and | und;sowie;und auch | et;ainsi que;ainsi qu'à | y;e;así como
or | oder;bzw;beziehungsweise | ou;ou bien | o;u;o bien
with | mit | avec | con
without | ohne | sans | sin
outside | außerhalb;ausserhalb | hors de;hors d';en dehors de;en dehors d';hors | fuera de;fuera del
not | nicht;keine;kein;keinen;keiner;keinem;keines;aber keine;aber nicht;weder | pas de;pas d';mais pas de;mais pas d';mais pas;pas;non;ni;mais non | no;pero no;ni;ni tampoco;tampoco
except | außer;mit ausnahme von;abgesehen von;ausgenommen;ohne die | sauf;sauf les;à l'exception de;à l'exception des;excepté;sans compter | excepto;salvo;menos;a excepción de;sin contar
the | der;die;das;den;dem | le;la;les;l' | el;la;los;las
a | ein;eine;einen;einem;einer;eines | un;une | un;una
are | sind | sont;soient | son;sean
we are | wir sind | nous sommes | somos
i am | ich bin | je suis | soy
who | wer | | quién;quiénes;quien;quienes
to | zu;zum;zur;an | | a;al
which | welche;welcher;welches | quels;quelles;lesquels | qué;cuáles
that | | que;qui | que
by | durch | par | por
from | aus | depuis | desde
like | wie;ähnlich wie | comme | como
their | deren;dessen;ihr;ihre;ihren;ihrer;ihrem | dont;leur;leurs;ses;son;sa | sus;su;cuyo;cuya;cuyos;cuyas
themselves | selbst;selber | eux-mêmes;elles-mêmes | ellos mismos;ellas mismas
also | auch;also | aussi;également | también
injection moulding | spritzguss;spritzgieß | moulage par injection | moldeo por inyección
find | finde;suche;gesucht;nenne | trouve;trouver;trouvez;cherche | busca;buscar;encuentra;encontrar
list | liste | liste | lista
please | bitte | s'il vous plaît;svp | por favor
all | alle;aller;allen;sämtliche | tous les;toutes les;tous;toutes | todos los;todas las;todos;todas
some | einige;ein paar;mehrere | quelques;certains;certaines | algunos;algunas
we are looking for | wir suchen;ich suche | nous cherchons;je cherche;nous recherchons | buscamos;busco
product | produkt;erzeugnis;ware;artikel | produits;article | producto;artículo
sanitary ware | sanitärbedarf;sanitärkeramik;sanitärware | sanitaire | sanitario
denture | zahnersatz;gebiss | prothèse dentaire | prótesis dental
filling | abfüllung;abfüll | remplissage | llenado
foundry | gießerei;giesserei | fonderie | fundición
by road | | par route | por carretera
maker | hersteller;produzent;fabrikant;bauer | fabricant;constructeur;producteur | fabricante;constructor
producer | erzeuger | | productor;productora;elaborador
grower | anbauer;züchter | cultivateur | cultivador
supplier | lieferant;zulieferer | fournisseur | proveedor;suministrador
provider | anbieter;dienstleister | prestataire | prestador
distributor | vertriebshändler;vertreiber | distributeur | distribuidor;distribuidora
wholesaler | großhändler;grosshändler | grossiste | mayorista
retailer | einzelhändler | détaillant | minorista
reseller | wiederverkäufer | revendeur | revendedor
dealer | | concessionnaire | concesionario
importer | importeur | importateur | importador;importadora
exporter | exporteur | exportateur | exportador;exportadora
operator | betreiber | exploitant;opérateur | operador;operadora;explotador
developer | entwickler | développeur;promoteur | desarrollador;desarrolladora
company | unternehmen;firma;gesellschaft;konzern | entreprise;société;compagnie | empresa;compañía;sociedad
chain | kette | chaîne | cadena
shop | laden;geschäft | magasin;boutique | tienda
mill | mühle;walzwerk | moulin;minoterie | molino;ingenio
distillery | brennerei;destillerie | distillerie | destilería
brewery | brauerei | brasserie | cervecera;cervecería
brewer | brauer | brasseur | cervecero
winery | weingut;kellerei | domaine viticole;cave viticole | bodega
publisher | verlag | éditeur | editorial;editor
bank | bank | banque | banco
insurer | versicherer | assureur | aseguradora
reinsurer | rückversicherer | réassureur | reaseguradora
airline | fluggesellschaft | compagnie aérienne | aerolínea
shipping company | reederei | armateur;compagnie maritime | naviera
shipyard | werft | chantier naval | astillero
freight forwarder | spediteur;spedition | transitaire;commissionnaire de transport | transitario
carrier | frachtführer | transporteur | transportista;porteador
hospital | krankenhaus;klinik | hôpital;clinique | hospital;clínica
care | pflege | soins | cuidado
senior | senioren | seniors | tercera edad
residence | residenz | résidence | residencia
lifting platform | hebebühne;arbeitsbühne | nacelle élévatrice | plataforma elevadora
medical supply store | sanitätshaus | magasin de matériel médical | ortopedia
nursing home | pflegeheim;altenheim;seniorenheim | maison de retraite;ehpad | residencia de ancianos;residencia de mayores
pharmacy | apotheke | pharmacie | farmacia
duty-free shop | duty-free-laden;duty-free-shop | boutique hors taxes;boutique duty free | tienda libre de impuestos;tienda duty free
supermarket | supermarkt | supermarché | supermercado
restaurant | gaststätte;restaurant | restaurant | restaurante
hotel | hotel | hôtel | hotel
school | schule | école | escuela;colegio
farm | bauernhof | ferme;exploitation agricole | granja
mine | bergwerk;mine | mine | mina
power plant | kraftwerk | centrale électrique | central eléctrica
cement maker | zementwerk | cimentier;cimenterie | cementera
steel maker | stahlwerk | sidérurgiste;aciérie | siderúrgica;acería
car maker | autobauer;automobilhersteller | constructeur automobile | fabricante de automóviles
software | software | logiciel | software;programa informático
payroll | lohnbuchhaltung;lohnabrechnung | paie | nómina
accounting | buchhaltung | comptabilité | contabilidad
machine tool | werkzeugmaschine | machine-outil | máquina herramienta
machine | maschine | machine | máquina
equipment | ausrüstung;ausstattung;geräte | équipement;matériel | equipo;equipamiento
device | gerät | appareil;dispositif | aparato;dispositivo
part | teil;bauteil | pièce | pieza;repuesto
food | lebensmittel;nahrungsmittel | aliment;denrée | alimento
meat | fleisch | viande | carne
milk | milch | lait | leche
baby | baby;säugling | bébé;nourrisson | bebé
fruit | obst;früchte | fruit | fruta
dried fruit | trockenobst | fruits secs;fruit sec | fruta seca;fruta deshidratada
nuts | | fruits à coque | frutos secos
nut | nuss | noix | nuez
vegetable | gemüse | légume | verdura;hortaliza
olive oil | olivenöl | huile d'olive | aceite de oliva
oil | öl;erdöl | huile;pétrole | aceite;petróleo
fertilizer | dünger;düngemittel | engrais | fertilizante;abono
seed | saatgut | semence | semilla
feed | futtermittel;futter | aliments pour animaux | pienso
bottled water | mineralwasser | eau en bouteille;eau minérale | agua embotellada;agua mineral
soft drink | erfrischungsgetränk;limonade | boisson gazeuse | refresco
rum | rum | rhum | ron
beer | bier | bière | cerveza
wine | wein | vin | vino
tobacco | tabak | tabac | tabaco
clothing | bekleidung;kleidung | vêtement;habillement | ropa;prenda
shoe | schuh | chaussure | zapato
textile | textilie;stoff | textile;tissu | textil;tejido
furniture | möbel | meuble | mueble
Alps | alpenland;alpenraum | |
commercial kitchen | profiküche;großküche | cuisine professionnelle | cocina industrial
housing | wohnungsbau | logement | vivienda
fitting | beschlag | ferrure | herraje
equipment supplier | ausrüster | équipementier |
window | fenster | fenêtre | ventana
door | tür | porte | puerta
glass | glas | verre | vidrio
paper | papier | papier | papel
packaging | verpackung | emballage | embalaje
plastic | kunststoff;plastik | plastique | plástico
rubber | gummi;kautschuk | caoutchouc | caucho
steel | stahl | acier | acero
cement | zement | ciment | cemento
wood | holz | bois | madera
toy | spielzeug | jouet | juguete
jewellery | schmuck | bijou;joaillerie | joya;joyería
cosmetics | kosmetik | cosmétique;produits de beauté | cosmético
medicine | arzneimittel;medikament | médicament | medicamento
vaccine | impfstoff | vaccin | vacuna
medical device | medizinprodukt;medizingerät | dispositif médical | producto sanitario;dispositivo médico
battery | batterie;akku | batterie;pile | batería;pila
wind turbine | windkraftanlage;windrad;windenergieanlage | éolienne | aerogenerador;turbina eólica
solar panel | solarmodul | panneau solaire | panel solar
power grid | stromnetz | réseau électrique | red eléctrica
electricity | strom | électricité | electricidad
gas | gas;erdgas | gaz | gas
transformer | transformator | transformateur | transformador
elevator | aufzug;fahrstuhl | ascenseur | ascensor
crane | kran | grue | grúa
tractor | traktor;schlepper | tracteur | tractor
truck | lastwagen;lkw;nutzfahrzeug | camion;poids lourd | camión
car | auto;pkw;fahrzeug | voiture;automobile | coche;automóvil
tyre | reifen | pneu | neumático;llanta
motorhome | wohnmobil | camping-car | autocaravana
caravan | wohnwagen | caravane | caravana
bicycle | fahrrad | vélo | bicicleta
boat | boot | bateau | bote
sailing boat | segelboot;segelschiff;segelyacht | bateau à voile;voilier | velero
ship | schiff | navire | buque;barco
train | zug;schienenfahrzeug | train | tren
parcel | paket | colis | paquete;paquetería
parcel service | paketdienst | messagerie | servicio de paquetería
payment | zahlung | paiement | pago
payment processor | zahlungsabwickler;zahlungsdienstleister | prestataire de paiement;prestataire de services de paiement | procesador de pagos
merchant | händler;kaufmann | commerçant | comercio;comerciante
toll road | mautstraße | autoroute à péage | autopista de peaje;carretera de peaje
motorway | autobahn;schnellstraße | autoroute | autopista;autovía
theme park | themenpark | parc à thème | parque temático
amusement park | freizeitpark;vergnügungspark | parc d'attractions;parc de loisirs | parque de atracciones;parque de diversiones
water park | wasserpark;spaßbad | parc aquatique | parque acuático
newspaper | zeitung | journal;quotidien | periódico;diario
book | buch | livre | libro
advertising | werbung | publicité | publicidad
staffing | zeitarbeit;personaldienstleistung | intérim;travail temporaire | trabajo temporal
security | sicherheit;wachschutz | sécurité;gardiennage | seguridad
cleaning | reinigung | nettoyage;propreté | limpieza
waste | abfall;müll | déchet | residuo;basura
recycling | recycling | recyclage | reciclaje
real estate | immobilien | immobilier | inmobiliario
property | liegenschaft | biens immobiliers | inmueble
construction | bau | bâtiment;btp | construcción
engineering | ingenieurwesen | ingénierie |
consultancy | beratung | conseil | consultoría
video game | videospiel;computerspiel | jeu vidéo | videojuego
mobile phone | mobiltelefon;handy;mobilfunk | téléphone mobile;téléphonie mobile | teléfono móvil;telefonía móvil
network | netz;netzwerk | réseau | red
data centre | rechenzentrum | centre de données | centro de datos
semiconductor | halbleiter | semi-conducteur | semiconductor
United States | vereinigte staaten;vereinigten staaten | états-unis | estados unidos;ee.uu.
Africa | afrika | afrique | áfrica
Europe | europa;europas | europe | europa
Asia | asien;asiens | asie | asia
Latin America | lateinamerika | amérique latine | américa latina;latinoamérica
North America | nordamerika | amérique du nord | norteamérica;américa del norte
South America | südamerika | amérique du sud | sudamérica;américa del sur
the Middle East | nahen osten;nahost;naher osten | moyen-orient;proche-orient | oriente medio;oriente próximo
more than | mehr als | plus de | más de
less than | weniger als | moins de | menos de
employee | mitarbeiter;beschäftigter;angestellter;mitarbeitende | salarié;employé | empleado;trabajador
founded | gegründet | fondé;créé | fundado;creado
before | | avant | antes de
after | nach | après | después de
revenue | umsatz | chiffre d'affaires | facturación;ingresos
at most | höchstens;maximal | au maximum;au plus;maximum | como máximo;máximo;a lo sumo
at least | mindestens | au moins | al menos;como mínimo
lessor | verleiher;vermieter | loueur | arrendador;alquiladora
rental | verleih;vermietung | location | alquiler
trader | | négociant;marchand | comercializadora
trade | handel | négoce |
factory | fabrik;werk | usine | fábrica;planta
clinic | ambulanz | centre médical | consultorio
conveyor | förderband;förderer;förderanlage | convoyeur | cinta transportadora;transportador
materials handling equipment | fördertechnik | équipement de manutention | equipo de manutención
corrugated board | wellpappe | carton ondulé | cartón ondulado;cartón corrugado
cardboard box | karton;kartonage | boîte en carton;cartonnage | caja de cartón
cardboard | pappe | carton | cartón
kitchen | küche | cuisine | cocina
kitchen furniture | küchenmöbel | meuble de cuisine | mueble de cocina
agricultural machinery | landmaschine;landtechnik;agrartechnik | machine agricole;matériel agricole | maquinaria agrícola
construction machine | baumaschine | engin de chantier | máquina de construcción
construction machinery | | matériel de chantier | maquinaria de obra;maquinaria de construcción
machinery | | machinerie | maquinaria
scaffolding | gerüst | échafaudage | andamio
forklift | gabelstapler;stapler | chariot élévateur | carretilla elevadora;montacargas
animal feed | tierfutter | alimentation animale | alimento para animales;alimento balanceado
pet food | heimtierfutter;heimtiernahrung;tiernahrung | aliment pour animaux de compagnie | alimento para mascotas
ceramic tile | fliese;keramikfliese | carrelage;carreau céramique | azulejo;baldosa;baldosa cerámica
roof tile | dachziegel | tuile | teja
brick | ziegel;backstein | brique | ladrillo
cereal | getreide | céréale | cereal
grain | korn | grain | grano
yacht | yacht;jacht | yacht | yate
accounting software | buchhaltungssoftware | logiciel comptable;logiciel de comptabilité | software contable;software de contabilidad
gym | fitnessstudio;fitnesscenter | salle de sport;salle de fitness | gimnasio
casino | spielbank;kasino | casino | casino
car wash | autowaschanlage;waschstraße | station de lavage | lavadero de coches;autolavado
petrol station | tankstelle | station-service;station essence | gasolinera;estación de servicio
shopping centre | einkaufszentrum | centre commercial | centro comercial
warehouse | lagerhaus;lager | entrepôt | almacén
cold store | kühlhaus | entrepôt frigorifique | almacén frigorífico
slaughterhouse | schlachthof;schlachterei | abattoir | matadero
sawmill | sägewerk | scierie | aserradero
bakery | bäckerei | boulangerie | panadería
dairy | molkerei | laiterie | lechería;láctea
sugar mill | zuckerfabrik | sucrerie | ingenio azucarero
sugar | zucker | sucre | azúcar
coffee | kaffee | café | café
chocolate | schokolade | chocolat | chocolate
fish | fisch | poisson | pescado
salmon | lachs | saumon | salmón
poultry | geflügel | volaille | avícola;aves
egg | ei;eier | œuf;oeuf | huevo
rice | reis | riz | arroz
flour | mehl | farine | harina
pasta | nudel;teigware | pâte;pâtes alimentaires | pasta
water | wasser | eau | agua
salt | salz | sel | sal
gold | gold | or | oro
copper | kupfer | cuivre | cobre
aluminium | aluminium | aluminium | aluminio
iron ore | eisenerz | minerai de fer | mineral de hierro
coal | kohle | charbon | carbón
lead | blei | plomb | plomo
gravel | kies;schotter | gravier;granulat | grava;áridos
concrete | beton | béton | hormigón;concreto
precast concrete | betonfertigteil | béton préfabriqué | prefabricado de hormigón
pipe | rohr | tuyau;tube | tubería;tubo
valve | ventil;armatur | vanne;robinet | válvula
pump | pumpe | pompe | bomba
bearing | wälzlager;kugellager | roulement | rodamiento
gear | getriebe | engrenage | engranaje
screw | schraube | vis | tornillo
tool | werkzeug | outil | herramienta
engine | motor | moteur | motor
refrigeration equipment | kühlanlage;kälteanlage;kältetechnik | équipement frigorifique | equipo de refrigeración
air conditioner | klimaanlage;klimagerät | climatiseur;climatisation | aire acondicionado
heating | heizung | chauffage | calefacción
boiler | heizkessel;kessel | chaudière | caldera
lamp | lampe;leuchte | lampe;luminaire | lámpara;luminaria
cable | kabel | câble | cable
electrical equipment | elektrogerät;elektrotechnik | matériel électrique | material eléctrico
medical technology | medizintechnik | technologie médicale | tecnología médica
car parts | autoteil;kfz-teil | pièce automobile;pièces automobiles | autopartes;repuestos de automóviles
car parts supplier | autozulieferer;automobilzulieferer | équipementier automobile | proveedor de autopartes
wind farm | windpark | parc éolien | parque eólico
solar farm | solarpark | parc solaire;centrale solaire | parque solar;planta solar
port | hafen | port | puerto
airport | flughafen | aéroport | aeropuerto
railway | eisenbahn;bahn | chemin de fer | ferrocarril
bus | bus;omnibus | autobus;bus | autobús;ómnibus
ferry | fähre | ferry;traversier | transbordador;ferri
cruise | kreuzfahrt | croisière | crucero
taxi | taxi | taxi | taxi
vehicle | | véhicule | vehículo
travel agency | reisebüro | agence de voyages | agencia de viajes
tour operator | reiseveranstalter | voyagiste | turoperador;operador turístico
ski lift | skilift;seilbahn | remontée mécanique;téléphérique | teleférico
laundry | wäscherei | blanchisserie | lavandería
cleaning company | reinigungsunternehmen;gebäudereiniger | entreprise de nettoyage | empresa de limpieza
security company | sicherheitsdienst | société de gardiennage;société de sécurité | empresa de seguridad
funeral home | bestattungsunternehmen;bestatter | pompes funèbres | funeraria
insurance | versicherung | assurance | seguro
leasing | leasing | crédit-bail | arrendamiento
pawnbroker | pfandleiher;pfandhaus | prêteur sur gages | casa de empeño
dental laboratory | dentallabor | laboratoire dentaire;prothésiste dentaire | laboratorio dental
dialysis centre | dialysezentrum | centre de dialyse | centro de diálisis
optician | optiker | opticien | óptica
hearing aid | hörgerät | appareil auditif;prothèse auditive | audífono
spectacles | brille | lunettes | gafas;anteojos
contact lens | kontaktlinse | lentille de contact | lente de contacto
mattress | matratze | matelas | colchón
carpet | teppich | tapis;moquette | alfombra
curtain | vorhang;gardine | rideau | cortina
candle | kerze | bougie | vela
perfume | parfüm;parfum | parfum | perfume
soap | seife | savon | jabón
detergent | waschmittel;reinigungsmittel | détergent;lessive | detergente
paint | farbe;anstrich | peinture | pintura
glue | klebstoff;kleber | colle;adhésif | adhesivo;pegamento
chemical | chemikalie | produit chimique | producto químico
leather | leder | cuir | cuero
yarn | garn | fil | hilo
bag | tasche;beutel | sac | bolsa
bottle | flasche | bouteille | botella
can | dose | canette;boîte de conserve | lata
cinema | kino | cinéma | cine
lottery | lotterie | loterie | lotería
betting | wette;sportwette | paris sportifs | apuesta
kindergarten | kita;kindergarten | crèche | guardería
university | universität;hochschule | université | universidad
training | weiterbildung;schulung | formation | formación
translation | übersetzung | traduction | traducción
call centre | callcenter | centre d'appels | centro de llamadas
satellite | satellit | satellite | satélite
fibre optic | glasfaser | fibre optique | fibra óptica
`;

let byLanguage: Record<Language, Map<string, Translation>> | null = null;
let adjectivesByLanguage: Record<Language, Map<string, string>> | null = null;

/**
 * Returns translations by the foreign word, which may be several words. The first line with a word counts. A word that
 * is a noun and an adjective is the noun.
 */
export function tradeWords(language: Language): Map<string, Translation> {
  byLanguage ??= { de: wordsOf("de"), fr: wordsOf("fr"), es: wordsOf("es") };
  return byLanguage[language];
}

/** Returns English adjectives by the foreign word. */
export function adjectives(language: Language): Map<string, string> {
  adjectivesByLanguage ??= {
    de: columnOf("de", [TRADE_ADJECTIVES]),
    fr: columnOf("fr", [TRADE_ADJECTIVES]),
    es: columnOf("es", [TRADE_ADJECTIVES]),
  };
  return adjectivesByLanguage[language];
}

function wordsOf(language: Language): Map<string, Translation> {
  const nouns = columnOf(language, [KINDS_OF_COMPANIES, TRADE_VERBS, TABLE, GOODS, TECHNOLOGY, SERVICES, SPECIALITIES]);
  const words = new Map<string, Translation>();
  for (const [word, english] of adjectives(language)) words.set(word, { english, isAdjective: true, isVerb: false });
  for (const [word, english] of nouns) words.set(word, { english, isAdjective: false, isVerb: false });
  for (const [word, english] of columnOf(language, [TRADE_VERBS])) {
    if (words.get(word)?.english === english) words.set(word, { english, isAdjective: false, isVerb: true });
  }
  return words;
}

function columnOf(language: Language, tables: string[]): Map<string, string> {
  const words = new Map<string, string>();
  for (const line of tables.flatMap((table) => table.trim().split("\n"))) {
    const [english = "", de = "", fr = "", es = ""] = line.split("|").map((cell) => cell.trim());
    for (const foreign of { de, fr, es }[language].split(";"))
      if (foreign !== "" && !words.has(foreign)) words.set(foreign, english);
  }
  return words;
}
