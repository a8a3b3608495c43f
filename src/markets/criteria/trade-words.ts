import type { Language } from "#foundation/language/dictionaries";

/**
 * Words by which questions in these languages are held together, roles, and trades that the dictionaries lack or take
 * for something else. A line is English | German | French | Spanish, alternatives parted by ";", in lower case, nouns in
 * the singular.
 */
const TABLE = `
of | von;vom;des | de;du;des;d' | de;del
for | für | pour | para
in | in;im;bei | en;dans;à;au;aux | en
and | und;sowie | et;ainsi que | y;e
or | oder | ou | o;u
with | mit | avec | con
without | ohne | sans | sin
outside | außerhalb;ausserhalb | hors de;hors d';en dehors de;en dehors d';hors | fuera de;fuera del
not | nicht;keine;kein;keinen;aber keine | pas de;pas d';mais pas de;mais pas;pas;non | no;pero no;ni
except | außer;ausgenommen;ohne die | sauf;sauf les;à l'exception de;à l'exception des;excepté | excepto;salvo;menos;a excepción de
the | der;die;das;den;dem | le;la;les;l' | el;la;los;las
a | ein;eine;einen;einem;einer | un;une | un;una
are | sind | sont | son
who | wer | | quién;quiénes
which | welche;welcher;welches | quels;quelles;lesquels | qué;cuáles
that | welche | que;qui | que
by | durch | par | por
from | aus | depuis | desde
like | wie;ähnlich wie | comme | como
other | andere;anderer;anderen | autres;autre | otros;otras
small | kleine;kleiner;kleinen | petits;petites;petit | pequeños;pequeñas;pequeñas y medianas
large | große;großer;großen;grosse | grands;grandes;grand | grandes
find | finde;suche;gesucht;nenne;liste | trouve;trouver;trouvez;cherche;liste | busca;buscar;encuentra;encontrar;lista
we are looking for | wir suchen;ich suche | nous cherchons;je cherche;nous recherchons | buscamos;busco
makes | herstellt;stellt her;produziert;baut | fabrique;produit;construit | fabrica;produce;construye
make | herstellen;produzieren;bauen;fertigen | fabriquent;produisent;construisent | fabrican;producen;construyen
sell | verkaufen;vertreiben | vendent;distribuent | venden;distribuyen
sells | verkauft;vertreibt | vend;distribue | vende;distribuye
offer | anbieten;bieten | proposent;offrent | ofrecen
operate | betreiben | exploitent;gèrent | operan;explotan;gestionan
offers | bietet an;bietet | propose;offre | ofrece
operates | betreibt | exploite;gère | opera;explota;gestiona
rent out | vermieten | louent | alquilan
rents out | vermietet | loue | alquila
lease | verleasen;leasen | | arriendan
repair | reparieren;warten | réparent;entretiennent | reparan
repairs | repariert;wartet | répare;entretient | repara
transport | transportieren;befördern | transportent;acheminent | transportan
transports | transportiert;befördert | transporte;achemine | transporta
install | installieren;montieren | installent;posent | instalan
installs | installiert;montiert | installe;pose | instala
clean | reinigen | nettoient | limpian
grow | anbauen;züchten | cultivent;élèvent | cultivan;crían
deliver | liefern | livrent;fournissent | entregan;suministran
process | verarbeiten | transforment;traitent | procesan;transforman
manage | verwalten | gèrent | administran
import | importieren;einführen | importent | importan
sanitary ware | sanitärbedarf;sanitärkeramik;sanitärware | sanitaire | sanitario
denture | zahnersatz;gebiss | prothèse dentaire | prótesis dental
filling | abfüllung;abfüll | remplissage | llenado
foundry | gießerei;giesserei | fonderie | fundición
refrigerated | gekühlt;kühl | frigorifique;réfrigéré | frigorífico;refrigerado
by road | | routier | por carretera
veterinary | tierärztlich;veterinär | vétérinaire | veterinario
dental | zahnärztlich;dental | dentaire | dental
recycle | recyceln;wiederverwerten | recyclent | reciclan
develop | entwickeln | développent | desarrollan
maker | hersteller;produzent;fabrikant;bauer | fabricant;constructeur;producteur | fabricante;constructor
producer | erzeuger | producteur | productor;productora;elaborador
grower | anbauer;züchter | cultivateur | cultivador
supplier | lieferant;zulieferer | fournisseur | proveedor;suministrador
provider | anbieter;dienstleister | prestataire | prestador
distributor | vertriebshändler;vertreiber | distributeur | distribuidor;distribuidora
wholesaler | großhändler;grosshändler | grossiste | mayorista
retailer | einzelhändler | détaillant | minorista
reseller | wiederverkäufer | revendeur | revendedor
dealer | autohändler | concessionnaire | concesionario
importer | importeur | importateur | importador;importadora
exporter | exporteur | exportateur | exportador;exportadora
operator | betreiber | exploitant;opérateur | operador;operadora;explotador
developer | entwickler | développeur;promoteur | desarrollador;desarrolladora
company | unternehmen;firma;betrieb;gesellschaft;konzern | entreprise;société;compagnie | empresa;compañía;sociedad
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
carrier | frachtführer | transporteur | transportista
hospital | krankenhaus;klinik | hôpital;clinique | hospital;clínica
nursing home | pflegeheim;altenheim;seniorenheim | maison de retraite;ehpad | residencia de ancianos;residencia de mayores
pharmacy | apotheke | pharmacie | farmacia
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
equipment | ausrüstung;geräte | équipement;matériel | equipo;equipamiento
device | gerät | appareil;dispositif | aparato;dispositivo
part | teil;bauteil | pièce | pieza;repuesto
food | lebensmittel;nahrungsmittel | aliment;denrée | alimento
meat | fleisch | viande | carne
milk | milch | lait | leche
baby | baby;säugling | bébé;nourrisson | bebé
fruit | obst;früchte | fruit | fruta
dried fruit | trockenobst | fruits secs | fruta seca
nuts | | fruits à coque | frutos secos
nut | nuss | noix | nuez
vegetable | gemüse | légume | verdura;hortaliza
olive oil | olivenöl | huile d'olive | aceite de oliva
oil | öl;erdöl | huile;pétrole | aceite;petróleo
fertilizer | dünger;düngemittel | engrais | fertilizante;abono
seed | saatgut | semence | semilla
feed | futtermittel | aliments pour animaux | pienso
bottled water | mineralwasser | eau en bouteille;eau minérale | agua embotellada;agua mineral
soft drink | erfrischungsgetränk;limonade | boisson gazeuse | refresco
rum | rum | rhum | ron
beer | bier | bière | cerveza
wine | wein | vin | vino
tobacco | tabak | tabac | tabaco
clothing | bekleidung;kleidung | vêtement;habillement | ropa;prenda
shoe | schuh | chaussure | zapato;calzado
textile | textilie;stoff | textile;tissu | textil;tejido
furniture | möbel | meuble | mueble
window | fenster | fenêtre | ventana
door | tür | porte | puerta
glass | glas | verre | vidrio
paper | papier | papier | papel
packaging | verpackung | emballage | embalaje;envase
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
human | mensch;für menschen | humain | humano
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
express | express;expresssendung;eil | express | urgente
payment | zahlung | paiement | pago
payment processor | zahlungsabwickler;zahlungsdienstleister | prestataire de paiement;prestataire de services de paiement | procesador de pagos
merchant | händler;kaufmann | commerçant | comercio;comerciante
toll road | mautstraße | autoroute à péage | autopista de peaje;carretera de peaje
motorway | autobahn | autoroute | autopista
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
real estate | immobilien | immobilier | inmobiliario;inmobiliaria
property | liegenschaft | biens immobiliers | inmueble
construction | bau | bâtiment;btp | construcción
engineering | ingenieurwesen | ingénierie | ingeniería
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
Indian | indisch | indien | indio
German | deutsch | allemand | alemán
French | französisch | français | francés
Spanish | spanisch | espagnol | español
Italian | italienisch | italien | italiano
Swiss | schweizerisch;schweizer | suisse | suizo
Austrian | österreichisch | autrichien | austriaco
Chinese | chinesisch | chinois | chino
Japanese | japanisch | japonais | japonés
Korean | koreanisch;südkoreanisch | coréen;sud-coréen | coreano;surcoreano
American | amerikanisch | américain | estadounidense;americano
British | britisch | britannique | británico
European | europäisch | européen | europeo
the Middle East | nahen osten;nahost;naher osten | moyen-orient;proche-orient | oriente medio;oriente próximo
`;

/** Those of the English words of the table that are adjectives. */
export const ADJECTIVES = new Set(
  "refrigerated veterinary dental human small large other express Indian German French Spanish Italian Swiss Austrian Chinese Japanese Korean American British European".split(
    " ",
  ),
);

let byLanguage: Record<Language, Map<string, string>> | null = null;

/** English by the foreign word, which may be several words; the first line that has a word counts. */
export function tradeWords(language: Language): Map<string, string> {
  byLanguage ??= { de: columnOf(1), fr: columnOf(2), es: columnOf(3) };
  return byLanguage[language];
}

function columnOf(column: number): Map<string, string> {
  const words = new Map<string, string>();
  for (const line of TABLE.trim().split("\n")) {
    const cells = line.split("|").map((cell) => cell.trim());
    for (const foreign of (cells[column] ?? "").split(";"))
      if (foreign !== "" && !words.has(foreign)) words.set(foreign, cells[0] ?? "");
  }
  return words;
}
