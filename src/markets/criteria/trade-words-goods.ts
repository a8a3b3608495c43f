/** Goods of trades, in lines like those of `trade-words.ts`: what is eaten, worn and used, and what it is made of. */
export const GOODS = `
dairy product | milchprodukt;molkereiprodukt;milcherzeugnis | produit laitier | producto lácteo;lácteo
cheese | käse | fromage | queso
yogurt | joghurt;jogurt | yaourt;yogourt | yogur
butter | butter | beurre | mantequilla
ice cream | speiseeis;eiscreme;eis | glace;crème glacée | helado
confectionery | süßware;süßigkeit;konfekt | bonbon;produit de confiserie | golosina;dulces;dulce
chewing gum | kaugummi | chewing-gum | chicle;goma de mascar
snack | snack;knabberartikel;knabbergebäck;snackartikel | en-cas;snack;amuse-gueule | aperitivo;botana;tentempié
biscuit | keks;gebäck;dauerbackware | biscuit;gâteau sec | galleta
bakery product | backware;backwaren | produit de boulangerie | producto de panadería;bollería
bread | brot | pain | pan
cake | kuchen | gâteau | pastel;tarta
pastry | feingebäck;konditorware | pâtisserie;viennoiserie | repostería;pastelería
industrial bakery | großbäckerei;industriebäckerei | boulangerie industrielle | panificadora;panadería industrial
frozen food | tiefkühlkost;tiefkühlprodukt;tiefkühlware;gefrierkost | surgelés;produit surgelé;aliment surgelé | congelados;producto congelado;alimento congelado
canned food | konserve;dosennahrung | conserve;conserverie | conserva;alimento enlatado
ready meal | fertiggericht;fertigmahlzeit | plat préparé;plat cuisiné | plato preparado;comida preparada
soup | suppe | soupe | sopa
sauce | soße;sauce | sauce | salsa
spice | gewürz | épice | especia;condimento
mustard | senf | moutarde | mostaza
vinegar | essig | vinaigre | vinagre
honey | honig | miel | miel
jam | konfitüre;marmelade | confiture | mermelada
tea | tee | thé | té
coffee roaster | kaffeeröster;kaffeerösterei | torréfacteur | tostador de café;torrefactor
juice | saft;fruchtsaft | jus;jus de fruits | zumo;jugo
beverage | getränk | boisson | bebida
alcoholic beverage | alkoholisches getränk | boisson alcoolisée | bebida alcohólica
spirits | spirituose | spiritueux | licores;bebida espirituosa;destilados
sparkling wine | sekt;schaumwein | vin mousseux | vino espumoso;cava
champagne | champagner | champagne | champán
baby food | babynahrung;säuglingsnahrung | aliment pour bébés;alimentation infantile;lait infantile | alimento infantil;alimentación infantil
dietary supplement | nahrungsergänzungsmittel;nahrungsergänzung | complément alimentaire | complemento alimenticio;suplemento alimenticio;suplemento nutricional
meat substitute | fleischersatz;fleischersatzprodukt | substitut de viande | sustituto de la carne;sucedáneo de carne
food product | lebensmittelprodukt | produit alimentaire | producto alimenticio;producto alimentario
food | nahrung;esswaren;kost | denrées alimentaires;produits alimentaires;alimentation;agroalimentaire | productos alimenticios;alimentación;comestibles
food ingredient | lebensmittelzutat;zutat | ingrédient alimentaire;ingrédient | ingrediente alimentario
flavour | aroma;aromastoff | arôme | aroma;saborizante
fragrance | duftstoff;riechstoff | fragrance | fragancia
sweetener | süßstoff;süßungsmittel | édulcorant | edulcorante
starch | stärke | amidon;fécule | almidón
yeast | hefe | levure | levadura
malt | malz | malt | malta
hops | hopfen | houblon | lúpulo
sausage | wurst;wurstware | saucisse;charcuteries | embutido;salchicha
ham | schinken | jambon | jamón
beef | rindfleisch | bœuf;viande bovine;viande de bœuf | carne de res;carne de vacuno;carne de ternera
pork | schweinefleisch | porc;viande de porc;viande porcine | carne de cerdo;cerdo
pig | schwein | cochon | puerco
chicken | huhn;hähnchen;hühnchen | poulet | pollo
cattle | rind;vieh | bétail;bovin | ganado;bovino
sheep | schaf | mouton;ovin | oveja;ovino
seafood | meeresfrüchte | fruits de mer;produit de la mer | mariscos;marisco;producto del mar
shrimp | garnele;krabbe | crevette | camarón;gamba;langostino
oyster | auster | huître | ostra
fishing | fischerei;fischfang | pêche | pesca
fishing company | fischereiunternehmen | entreprise de pêche | pesquera;empresa pesquera
aquaculture | | aquaculture | acuicultura
fresh produce | frischware;obst und gemüse | fruits et légumes | frutas y verduras;frutas y hortalizas
potato | kartoffel | pomme de terre | patata;papa
tomato | tomate | tomate | tomate
banana | banane | banane | banano;plátano
citrus | zitrusfrucht | agrumes;agrume | cítrico
blueberry | heidelbeere;blaubeere | myrtille | arándano
raspberry | himbeere | framboise | frambuesa
strawberry | erdbeere | fraise | fresa;frutilla
grape | traube;weintraube | raisin | uva
apple | apfel | pomme | manzana
berry | beere | baie;fruit rouge | baya
avocado | avocado | avocat | aguacate
almond | mandel | amande | almendra
mushroom | pilz | champignon | champiñón;hongo;seta
wheat | weizen | blé | trigo
corn | mais | maïs | maíz
soybean | sojabohne;soja | soja | soja;soya
palm oil | palmöl | huile de palme | aceite de palma
edible oil | speiseöl | huile alimentaire;huile végétale | aceite comestible;aceite vegetal
cotton | baumwolle | coton | algodón
wool | wolle | laine | lana
silk | seide | soie | seda
linen | leinen | lin | lino
flower | blume;schnittblume | fleur;fleurs coupées | flor;flores cortadas
ornamental plant | zierpflanze | plante ornementale;plante d'ornement | planta ornamental
plant | pflanze | plante;végétal | plantas
agriculture | landwirtschaft;ackerbau | agriculture | agricultura
farming | | élevage | ganadería
horticulture | gartenbau | horticulture | horticultura
forestry | forstwirtschaft;forst | sylviculture;foresterie | silvicultura;explotación forestal
crop protection product | pflanzenschutzmittel | produit phytosanitaire | producto fitosanitario;fitosanitario
crop protection | pflanzenschutz | protection des cultures | protección de cultivos
pesticide | pestizid | pesticide | plaguicida;pesticida
seed breeder | saatgutzüchter;pflanzenzüchter | semencier;sélectionneur de semences | semillera
irrigation | bewässerung | irrigation | riego;irrigación
greenhouse | gewächshaus | serre | invernadero
animal | tier | animal | animal
pet | heimtier;haustier | animal de compagnie;animal domestique | mascota
pet product | heimtierbedarf;tierbedarf | produit pour animaux de compagnie | producto para mascotas
pet shop | zoohandlung;tierhandlung;zoofachhandel | animalerie | tienda de mascotas
footwear | schuhwerk;schuhe | chaussures | calzado
sportswear | sportbekleidung;sportkleidung | vêtements de sport;vêtement de sport | ropa deportiva
underwear | unterwäsche;wäsche | sous-vêtement;lingerie | ropa interior;lencería
workwear | arbeitskleidung;berufskleidung;arbeitsbekleidung;berufsbekleidung | vêtement de travail;vêtement professionnel;tenue de travail | ropa de trabajo;ropa laboral;uniforme de trabajo
uniform | uniform | uniforme | uniforme
protective clothing | schutzkleidung;schutzbekleidung | vêtement de protection | ropa de protección
personal protective equipment | persönliche schutzausrüstung;schutzausrüstung | équipement de protection individuelle | equipo de protección individual;equipo de protección personal
children's clothing | kinderkleidung;kinderbekleidung | vêtement pour enfants | ropa infantil;ropa de niños
sock | socke;strumpf | chaussette | calcetín
glove | handschuh | gant | guante
hat | hut | chapeau | sombrero
fashion | mode | mode | moda
fashion brand | modemarke;modelabel | marque de mode;marque de vêtements | marca de moda;marca de ropa
fashion house | modehaus | maison de couture;maison de mode | casa de moda
luxury good | luxusgut;luxusartikel;luxusware | produit de luxe;article de luxe | artículo de lujo;producto de lujo
luxury | luxus | luxe | lujo
leather good | lederware | maroquinerie;article en cuir;article de maroquinerie | marroquinería;artículo de cuero;artículo de piel
luggage | koffer;reisegepäck | bagage;valise | maleta;equipaje
handbag | handtasche | sac à main | bolso
watch | uhr;armbanduhr | montre | reloj
watchmaker | uhrenhersteller;uhrmacher | horloger;fabricant de montres | relojera;relojero
jeweller | juwelier | joaillier;bijoutier | joyero
fabric | gewebe | étoffe | tela;tejidos
home textile | heimtextilie | linge de maison | textil para el hogar;ropa de hogar
technical textile | technische textilie | textile technique | textil técnico
nonwoven | vliesstoff;vlies | non-tissé | no tejido
synthetic fibre | chemiefaser;kunstfaser;synthetische faser | fibre synthétique | fibra sintética
fibre | faser | fibre | fibra
thread | nähgarn;zwirn | fil à coudre | hilo de coser
floor covering | bodenbelag | revêtement de sol | revestimiento de suelo;pavimento
flooring | fußboden | revêtement de sols | pisos y suelos
parquet | parkett | parquet | parqué;parquet
wallpaper | tapete | papier peint | papel pintado
bedding | bettware;bettwäsche | literie;linge de lit | ropa de cama
bed | bett | lit | cama
sofa | sofa;couch | canapé | sofá
chair | stuhl | chaise | silla
office furniture | büromöbel | meuble de bureau;mobilier de bureau | mueble de oficina;mobiliario de oficina
furniture | mobiliar | mobilier;ameublement | mobiliario
fitted kitchen | einbauküche | cuisine équipée;cuisine intégrée | cocina integral
household appliance | haushaltsgerät;hausgerät;haushaltgerät | électroménager;appareil électroménager;appareil ménager | electrodoméstico;línea blanca
kettle | wasserkocher | bouilloire | hervidor
coffee machine | kaffeemaschine;kaffeevollautomat | machine à café;cafetière | cafetera;máquina de café
oven | ofen;backofen | four | horno
washing machine | waschmaschine | machine à laver;lave-linge | lavadora
refrigerator | kühlschrank | réfrigérateur | refrigerador;frigorífico doméstico;nevera
vacuum cleaner | staubsauger | aspirateur | aspiradora;aspirador
tableware | geschirr | vaisselle;arts de la table | vajilla
cutlery | besteck | couverts;coutellerie | cubertería;cuchillería
knife | messer | couteau | cuchillo
cookware | kochgeschirr;kochtopf | ustensile de cuisine;batterie de cuisine;casserole | batería de cocina;utensilio de cocina;olla
household good | haushaltsware;haushaltsartikel | article ménager;article de ménage | artículo para el hogar;menaje
porcelain | porzellan | porcelaine | porcelana
ceramic | keramik | céramique | cerámica
bathroom | badezimmer;bad | salle de bains | baño;cuarto de baño
sanitary ware | sanitär | sanitaires;appareil sanitaire | sanitarios;aparato sanitario
plumbing | sanitärtechnik;klempner | plomberie | fontanería;plomería
tap | wasserhahn;armaturen | robinetterie | grifería;grifo
stationery | schreibware;papeterie | articles de papeterie;fourniture de bureau | papelería
office supply | bürobedarf;büroartikel | fournitures de bureau | material de oficina
pen | stift;kugelschreiber | stylo | bolígrafo
sporting good | sportartikel | article de sport | artículo deportivo
sports equipment | sportgerät;sportausrüstung | équipement sportif;équipement de sport | equipamiento deportivo
ski | ski | ski | esquí
game | spiel | jeu | juego
video game | | jeux vidéo | videojuegos
musical instrument | musikinstrument | instrument de musique | instrumento musical
piano | klavier | piano | piano
weapon | waffe | arme | arma
ammunition | munition | munition | munición
personal care product | körperpflegemittel;körperpflegeprodukt | produit d'hygiène corporelle | producto de cuidado personal;producto de higiene personal
personal care | körperpflege | soins personnels;hygiène personnelle | cuidado personal;higiene personal
skin care | hautpflege | soins de la peau;soin de la peau | cuidado de la piel
hair care | haarpflege | soins capillaires;soin des cheveux;soins des cheveux | cuidado del cabello;cuidado capilar
skin | haut | peau | piel
hair | haar | cheveu | cabello;pelo
oral care | mundpflege;zahnpflege | hygiène bucco-dentaire | higiene bucal;higiene dental;cuidado bucal
toothbrush | zahnbürste | brosse à dents | cepillo de dientes
toothpaste | zahnpasta;zahncreme | dentifrice | pasta de dientes;dentífrico
diaper | windel | couche-culotte;couche pour bébés | pañal
hygiene product | hygieneartikel;hygieneprodukt | produit d'hygiène | producto de higiene
cleaning product | putzmittel;reinigungsprodukt | produit d'entretien;produit de nettoyage;produit ménager | producto de limpieza
tissue paper | hygienepapier;tissuepapier;toilettenpapier | papier hygiénique;papier tissu | papel higiénico;papel tisú
cigarette | zigarette | cigarette | cigarrillo
spectacles | brillen;brillenfassung | lunettes de vue | gafas graduadas
eyewear | brillenmode | lunetterie | gafas y monturas
greeting card | grußkarte | carte de vœux | tarjeta de felicitación
art | kunst | art;œuvre d'art | arte;obra de arte
gift | geschenk;geschenkartikel | cadeau | regalo
garden tool | gartengerät;gartenwerkzeug | outil de jardin;outil de jardinage | herramienta de jardín;herramienta de jardinería
garden | garten | jardin | jardín
lawn mower | rasenmäher | tondeuse;tondeuse à gazon | cortacésped
swimming pool | schwimmbad;schwimmbecken | piscine | piscina
specialty chemical | spezialchemikalie;spezialchemie;feinchemikalie | produit chimique de spécialité;chimie de spécialité;spécialité chimique | producto químico especializado;especialidad química;química especializada
chemicals | chemie;chemikalien | chimie | química
petrochemical | petrochemikalie;petrochemie | pétrochimie;produit pétrochimique | petroquímica;producto petroquímico
industrial gases | industriegas;technische gase;industriegase | gaz industriel;gaz industriels | gas industrial;gases industriales
paint | anstrichmittel;farben | peintures | pinturas
varnish | lack;firnis | vernis | barniz
coating | beschichtung | revêtement | recubrimiento
ink | tinte;druckfarbe | encre | tinta
pigment | pigment | pigment | pigmento
dye | farbstoff | colorant | colorante;tinte
resin | harz | résine | resina
adhesive | klebeband | ruban adhésif | cinta adhesiva
sealant | dichtstoff;dichtmasse | mastic | sellador;sellante
explosive | sprengstoff | explosif | explosivo
lubricant | schmierstoff;schmiermittel | lubrifiant | lubricante
fuel | kraftstoff;treibstoff;brennstoff | carburant;combustible | combustible;carburante
biofuel | biokraftstoff;biosprit | biocarburant;agrocarburant | biocombustible;biocarburante
ethanol | ethanol | éthanol | etanol
plastics | kunststoffe | matières plastiques;matière plastique;plasturgie | plásticos;materia plástica
bioplastic | biokunststoff | bioplastique | bioplástico
plastic film | kunststofffolie;folie | film plastique | película plástica;film plástico
injection-moulded part | spritzgussteil | pièce moulée par injection | pieza inyectada
composite | verbundwerkstoff;verbundstoff | matériau composite;composite | material compuesto;compuesto
carbon fibre | kohlefaser;carbonfaser;kohlenstofffaser | fibre de carbone | fibra de carbono
glass bottle | glasflasche | bouteille en verre;bouteille de verre | botella de vidrio;botella de cristal
flat glass | flachglas | verre plat | vidrio plano
glass fibre | glasfasern | fibre de verre | fibra de vidrio
packaging | verpackungsmittel;packmittel | emballages;conditionnement | envases
container | behälter;container | conteneur;récipient | contenedor;recipiente
plastic container | kunststoffbehälter;plastikbehälter | récipient en plastique | envase de plástico;envase plástico
plastic packaging | kunststoffverpackung;plastikverpackung | emballage plastique;emballage en plastique | embalaje de plástico;embalaje plástico
metal packaging | metallverpackung;blechdose | emballage métallique | envase metálico
beverage can | getränkedose | canette de boisson | lata de bebidas
label | etikett | étiquette | etiqueta
pallet | palette | palette | palé;palet;tarima
pulp | zellstoff | pâte à papier;cellulose | celulosa;pasta de papel
wood panel | holzwerkstoff;spanplatte;holzwerkstoffplatte | panneau de bois;panneau de particules | tablero de madera;tablero aglomerado
timber | schnittholz;bauholz;nutzholz | bois d'œuvre;bois de construction | madera aserrada;madera de construcción
building material | baustoff;baumaterial | matériau de construction;matériaux de construction;matériau | material de construcción;materiales de construcción
natural stone | naturstein | pierre naturelle | piedra natural
stone | stein | pierre | piedra
marble | marmor | marbre | mármol
sand | sand | sable | arena
lime | kalk | chaux | cal
gypsum | gips | plâtre;gypse | yeso
asphalt | asphalt;bitumen | asphalte;bitume | asfalto;bitumen
ready-mixed concrete | transportbeton;fertigbeton | béton prêt à l'emploi | hormigón preparado;hormigón premezclado;concreto premezclado
insulation material | dämmstoff;dämmmaterial | matériau isolant;isolant | material aislante;aislante
insulation | dämmung;isolierung | isolation | aislamiento
roofing | dach;bedachung | toiture | techo;cubierta
roller shutter | rollladen | volet roulant | persiana
facade | fassade | façade | fachada
prefabricated house | fertighaus | maison préfabriquée | casa prefabricada
house | haus | maison | casa
steel pipe | stahlrohr | tube d'acier;tube en acier | tubo de acero;tubería de acero
stainless steel | edelstahl;rostfreier stahl | acier inoxydable;inox | acero inoxidable
sheet metal | blech | tôle | chapa
wire | draht | fil métallique;fil d'acier | alambre
metal | metall | métal | metal
non-ferrous metal | nichteisenmetall;ne-metall;buntmetall | métal non ferreux | metal no ferroso
precious metal | edelmetall | métal précieux | metal precioso
rare earths | seltene erden | terres rares | tierras raras
silver | silber | argent | plata
nickel | nickel | nickel | níquel
zinc | zink | zinc | zinc;cinc
tin | zinn | étain | estaño
lithium | lithium | lithium | litio
cobalt | kobalt | cobalt | cobalto
uranium | uran | uranium | uranio
diamond | diamant | diamant | diamante
iron | eisen | fer | hierro
potash | kali;kalisalz | potasse | potasa
phosphate | phosphat | phosphate | fosfato
crude oil | rohöl | pétrole brut | petróleo crudo;crudo
natural gas | | gaz naturel | gas natural
liquefied natural gas | flüssigerdgas;lng | gaz naturel liquéfié;gnl | gas natural licuado;gnl
liquefied petroleum gas | flüssiggas | gaz de pétrole liquéfié;gpl | gas licuado de petróleo;gas licuado;glp
recycled paper | altpapier | papier recyclé | papel reciclado
scrap metal | schrott;altmetall | ferraille | chatarra
`;
