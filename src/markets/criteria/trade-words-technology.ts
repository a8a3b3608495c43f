/** Technology of trades, in lines like those of `trade-words.ts`: machines, vehicles, electronics, energy, building. */
export const TECHNOLOGY = `
mechanical engineering | maschinenbau | construction mécanique | construcción mecánica
machine maker | maschinenbauer | constructeur de machines | fabricante de máquinas
packaging machine | verpackungsmaschine | machine d'emballage;machine de conditionnement | máquina de envasado;máquina envasadora;maquinaria de envasado;máquina de embalaje;envasadora
textile machine | textilmaschine | machine textile | máquina textil;maquinaria textil
food processing machine | lebensmittelmaschine;nahrungsmittelmaschine | machine agroalimentaire;machine pour l'agroalimentaire | maquinaria alimentaria
printing machine | druckmaschine | machine d'impression;presse d'imprimerie;machine à imprimer | máquina de impresión;imprenta industrial
woodworking machine | holzbearbeitungsmaschine | machine à bois | máquina para madera
sewing machine | nähmaschine | machine à coudre | máquina de coser
machine tool | werkzeugmaschinen | machines-outils | máquina-herramienta;máquinas herramienta;máquinas-herramienta
machine tool maker | werkzeugmaschinenbauer;werkzeugmaschinenhersteller | fabricant de machines-outils | fabricante de máquinas herramienta;fabricante de máquinas-herramienta
compressor | kompressor;verdichter | compresseur | compresor
industrial robot | industrieroboter | robot industriel | robot industrial
robot | roboter;robotik | robot;robotique | robot;robótica
automation | automatisierung;automation | automatisation;automatismes | automatización
industrial automation | automatisierungstechnik;industrieautomation | automatisation industrielle;automatismes industriels | automatización industrial
drive technology | antriebstechnik;antrieb | technique d'entraînement;transmission de puissance | transmisión de potencia
hydraulics | hydraulik | hydraulique | hidráulica
pneumatics | pneumatik;drucklufttechnik | pneumatique industrielle | neumática
ventilation | lüftung;lüftungstechnik;lüftungsanlage | ventilation | ventilación
air conditioning | klimatechnik;klimatisierung | conditionnement d'air | climatización
heat pump | wärmepumpe | pompe à chaleur | bomba de calor
heating equipment | heizungstechnik;heizungsanlage | équipement de chauffage;appareil de chauffage | equipo de calefacción
heating supplies | heizungsbedarf | fourniture de chauffage |
plumbing and heating supplies | sanitär- und heizungsbedarf;sanitär und heizungsbedarf | fournitures de plomberie et de chauffage |
heat exchanger | wärmetauscher;wärmeübertrager | échangeur de chaleur;échangeur thermique | intercambiador de calor
filter | filter | filtre | filtro
filtration | filtration | filtration | filtración
turbine | turbine | turbine | turbina
seal | dichtung | joint;joint d'étanchéité | junta;sello
spring | feder | ressort | resorte;muelle
fastener | verbindungselement;befestigungselement | fixation;élément de fixation | elemento de fijación;fijación
power tool | elektrowerkzeug | outil électrique;outillage électroportatif | herramienta eléctrica
hand tool | handwerkzeug | outil à main;outillage à main | herramienta manual;herramienta de mano
cutting tool | schneidwerkzeug;zerspanungswerkzeug | outil de coupe;outil coupant | herramienta de corte
abrasive | schleifmittel | abrasif | abrasivo
mould | gussform;spritzgussform | moule | molde
welding | schweißtechnik | soudage;soudure | soldadura
warehouse equipment | lagertechnik | équipement d'entrepôt;équipement de stockage | equipo de almacenaje
escalator | rolltreppe;fahrtreppe | escalator;escalier mécanique;escalier roulant | escalera mecánica;escalera eléctrica
rolling stock | rollmaterial | matériel roulant | material rodante
locomotive | lokomotive | locomotive | locomotora
tram | straßenbahn | tramway | tranvía
railway equipment | bahntechnik;eisenbahntechnik | équipement ferroviaire;matériel ferroviaire | equipo ferroviario;equipamiento ferroviario
coach | reisebus | autocar | autocar
commercial vehicle | | véhicule utilitaire;véhicule industriel | vehículo comercial;vehículo industrial
electric vehicle | elektrofahrzeug | véhicule électrique | vehículo eléctrico
electric car | elektroauto;e-auto | voiture électrique | coche eléctrico;automóvil eléctrico;auto eléctrico
electric bicycle | elektrofahrrad;e-bike;pedelec | vélo électrique;vélo à assistance électrique | bicicleta eléctrica
motorcycle | motorrad;kraftrad | moto;motocyclette;deux-roues | motocicleta;moto
bicycle part | fahrradteil;fahrradkomponente | pièce de vélo;composant de vélo | componente de bicicleta
bicycle maker | fahrradhersteller;fahrradbauer | fabricant de vélos | fabricante de bicicletas
trailer | anhänger;auflieger;sattelauflieger | remorque;semi-remorque | remolque;semirremolque
car industry | automobilindustrie;autoindustrie;automobilbranche;fahrzeugindustrie | industrie automobile;secteur automobile;filière automobile | industria automotriz;industria automovilística;industria del automóvil;sector automotriz
car parts supplier | zulieferer der automobilindustrie;zulieferer für die automobilindustrie;kfz-zulieferer;fahrzeugzulieferer;zulieferer der autoindustrie | équipementier de l'industrie automobile;fournisseur de l'industrie automobile;sous-traitant automobile | proveedor de la industria automotriz;proveedor de la industria automovilística;proveedor de la industria del automóvil;proveedor automotriz
aerospace supplier | luftfahrtzulieferer;zulieferer der luftfahrtindustrie;zulieferer für die luftfahrtindustrie | équipementier aéronautique;équipementier de l'industrie aéronautique;fournisseur de l'industrie aéronautique;sous-traitant aéronautique | proveedor de la industria aeronáutica;proveedor aeronáutico
car parts | autoteile;fahrzeugteil;kfz-teile | pièces auto;pièces détachées automobiles | piezas de automóviles;piezas de coches;componentes de automoción;autoparte
spare part | ersatzteil | pièce détachée;pièce de rechange | pieza de repuesto;pieza de recambio;recambio;refacción
car dealer | kraftfahrzeughändler | vendeur de voitures;négociant automobile | concesionaria;concesionario de autos
brake | bremse | frein | freno
clutch | kupplung | embrayage | embrague
seat | sitz | siège | asiento
wheel | rad;felge | roue;jante | rueda;llanta de aleación
aerospace | luft- und raumfahrt;luftfahrt und raumfahrt;luftfahrt | aérospatiale;aéronautique | aeroespacial;aeronáutica
aircraft | flugzeug;luftfahrzeug | avion;aéronef | avión;aeronave
airliner | verkehrsflugzeug;passagierflugzeug | avion de ligne | avión comercial;avión de pasajeros
helicopter | hubschrauber | hélicoptère | helicóptero
drone | drohne | drone | dron
aircraft part | flugzeugteil | pièce d'avion;pièce aéronautique | pieza de avión;componente aeronáutico
space | raumfahrt | spatial | espacio
defence | rüstung;verteidigung;wehrtechnik | défense;armement | defensa;armamento
pleasure boat | sportboot;freizeitboot | bateau de plaisance;navire de plaisance | barco de recreo;embarcación de recreo
marine equipment | schiffsausrüstung;schiffstechnik | équipement maritime;équipement naval | equipo naval
electronics | elektronik | électronique | electrónica
consumer electronics | unterhaltungselektronik | électronique grand public | electrónica de consumo
electronic component | elektronikbauteil;elektronisches bauelement;elektronisches bauteil;elektronikkomponente | composant électronique | componente electrónico
printed circuit board | leiterplatte;platine | circuit imprimé | circuito impreso;placa de circuito impreso
connector | steckverbinder;stecker | connecteur | conector
wire harness | kabelbaum;bordnetz | faisceau de câbles;faisceau électrique;faisceau de câblage | arnés de cables;mazo de cables;arnés eléctrico;cableado automotriz
electric cable | stromkabel;elektrokabel | câble électrique | cable eléctrico
fibre optic cable | glasfaserkabel | câble à fibre optique;câble de fibre optique;câble en fibre optique | cable de fibra óptica
switchgear | schaltanlage | appareillage électrique | aparamenta;celda eléctrica
electric motor | elektromotor | moteur électrique | motor eléctrico
generator | generator;stromerzeuger | générateur;groupe électrogène | generador;grupo electrógeno
power supply | netzteil;stromversorgung | alimentation électrique | fuente de alimentación
sensor | sensor;sensorik | capteur | sensor
measuring instrument | messgerät;messtechnik | instrument de mesure;appareil de mesure | instrumento de medición;aparato de medida;instrumento de medida
meter | stromzähler;wasserzähler;zähler | compteur | contador eléctrico;medidor
scale | waage | balance;bascule | báscula;balanza
optics | optik | optique | elementos ópticos
lens | linse;objektiv | lentille;objectif | lente
laser | laser | laser | láser
camera | kamera | caméra;appareil photo | cámara
display | bildschirm;display | écran | pantalla
computer | computer;rechner | ordinateur | ordenador;computadora;computador
printer | drucker | imprimante | impresora
microchip | mikrochip;chip | puce;puce électronique;microprocesseur | microchip;chip
smart card | chipkarte;smartcard | carte à puce | tarjeta inteligente;tarjeta con chip
payment terminal | zahlungsterminal;bezahlterminal;kartenterminal | terminal de paiement | terminal de pago;datáfono
data storage | datenspeicher;datenspeicherung | stockage de données | almacenamiento de datos
telecom equipment | telekommunikationsausrüstung;netzwerktechnik;nachrichtentechnik | équipement de télécommunications;équipement télécom | equipo de telecomunicaciones;equipos de telecomunicaciones
antenna | antenne | antenne | antena
lighting | beleuchtung;lichttechnik;leuchtmittel | éclairage | iluminación;alumbrado
lock | schloss;schließanlage | serrure;serrurerie | cerradura;cerrajería
security system | sicherheitstechnik;sicherheitssystem | système de sécurité | sistema de seguridad
alarm system | alarmanlage | système d'alarme;alarme | sistema de alarma;alarma
fire protection | brandschutz | protection incendie;sécurité incendie | protección contra incendios
medical device | medizintechnisches gerät;medizinisches gerät | appareil médical;équipement médical;matériel médical | equipo médico;aparato médico;dispositivo sanitario
dental implant | zahnimplantat;dentalimplantat | implant dentaire | implante dental
implant | implantat | implant | implante
prosthesis | prothese | prothèse | prótesis
surgical instrument | chirurgisches instrument;op-instrument | instrument chirurgical;instrument de chirurgie | instrumento quirúrgico;instrumental quirúrgico
wheelchair | rollstuhl | fauteuil roulant | silla de ruedas
diagnostics | diagnostik | diagnostic | diagnóstico
laboratory equipment | laborgerät;laborausstattung;labortechnik | équipement de laboratoire;matériel de laboratoire | equipo de laboratorio;equipamiento de laboratorio
medical imaging | medizinische bildgebung;bildgebung | imagerie médicale | imagen médica;diagnóstico por imagen
syringe | spritze | seringue | jeringa;jeringuilla
insulin | insulin | insuline | insulina
blood | blut | sang | sangre
generic drug | generikum;generika | médicament générique;génériques | medicamento genérico;genérico
active pharmaceutical ingredient | arzneimittelwirkstoff;wirkstoff;pharmawirkstoff | principe actif;principe actif pharmaceutique | principio activo;principio activo farmacéutico
herbal medicine | naturheilmittel;pflanzliches arzneimittel | phytothérapie;médicament à base de plantes | medicina herbal;fitoterapia
animal health | tiergesundheit | santé animale | salud animal;sanidad animal
veterinary medicine | tierarzneimittel;tiermedizin | médicament vétérinaire;médecine vétérinaire | medicamento veterinario;medicina veterinaria
biotechnology | biotechnologie;biotechnik | biotechnologie | biotecnología
renewable energy | erneuerbare energien;erneuerbare energie;ökostrom | énergies renouvelables;énergie renouvelable;électricité renouvelable;électricité verte | electricidad renovable;energía verde;energías renovables;energía renovable
energy | energie | énergie | energía
solar energy | solarenergie;sonnenenergie;solarstrom | énergie solaire;solaire | energía solar;energía fotovoltaica
photovoltaics | photovoltaik | photovoltaïque;énergie photovoltaïque | fotovoltaica
solar panel | photovoltaikmodul;solarzelle;solaranlage | panneau photovoltaïque;module solaire;module photovoltaïque | panel fotovoltaico;placa solar;módulo solar;módulo fotovoltaico
wind energy | windenergie;windkraft | énergie éolienne;éolien | energía eólica
wind turbine | windturbine | turbine éolienne | generador eólico
offshore wind farm | offshore-windpark;windpark auf see;windpark im meer | parc éolien en mer;parc éolien offshore | parque eólico marino
hydropower plant | wasserkraftwerk | centrale hydroélectrique;barrage hydroélectrique | central hidroeléctrica
hydropower | wasserkraft | hydroélectricité;énergie hydroélectrique | energía hidroeléctrica;energía hidráulica
nuclear power plant | kernkraftwerk;atomkraftwerk | centrale nucléaire | central nuclear
nuclear energy | kernenergie;atomenergie;kernkraft | énergie nucléaire;nucléaire | energía nuclear
geothermal energy | geothermie;erdwärme | géothermie | geotermia;energía geotérmica
biogas plant | biogasanlage | usine de biogaz;unité de méthanisation | planta de biogás
biogas | biogas | biogaz | biogás
hydrogen | wasserstoff | hydrogène | hidrógeno
fuel cell | brennstoffzelle | pile à combustible | pila de combustible;celda de combustible
charging station | ladestation;ladesäule | borne de recharge;station de recharge | estación de carga;punto de recarga;estación de recarga;electrolinera
energy storage | energiespeicher;stromspeicher;energiespeicherung | stockage d'énergie | almacenamiento de energía
battery cell | batteriezelle | cellule de batterie | celda de batería
district heating | fernwärme | chauffage urbain;réseau de chaleur | calefacción urbana;calefacción de distrito
oil and gas | öl und gas;erdöl und erdgas;öl und erdgas | pétrole et gaz;pétrole et le gaz | petróleo y gas
oil industry | erdölindustrie;ölindustrie;mineralölindustrie | industrie pétrolière | industria petrolera;industria del petróleo
oilfield service | ölfelddienst;ölfeldservice | services pétroliers;service pétrolier | servicio petrolero;servicios petroleros
drilling | bohrung;tiefbohrung | forage | perforación
pipeline | pipeline;rohrleitung | oléoduc;gazoduc;pipeline | oleoducto;gasoducto
water treatment | wasseraufbereitung;wasserbehandlung | traitement de l'eau;traitement des eaux;traitement d'eau | tratamiento de agua;tratamiento de aguas
wastewater treatment | abwasserbehandlung;abwasserreinigung;abwasseraufbereitung;kläranlage | traitement des eaux usées;épuration des eaux;assainissement | tratamiento de aguas residuales;depuración de aguas
wastewater | abwasser | eaux usées | aguas residuales
drinking water | trinkwasser | eau potable | agua potable
sea water | meerwasser | eau de mer | agua de mar
desalination | entsalzung;meerwasserentsalzung | dessalement;dessalement de l'eau de mer | desalinización;desalación
waste disposal | abfallentsorgung;müllentsorgung;entsorgung | élimination des déchets;traitement des déchets | eliminación de residuos;recogida de residuos;recogida de basuras
waste disposal company | abfallentsorger;müllentsorger;entsorgungsbetrieb | |
waste management | abfallwirtschaft;abfallmanagement | gestion des déchets | gestión de residuos
recycling company | recyclingunternehmen;recycler;recyclingbetrieb | recycleur;entreprise de recyclage | empresa de reciclaje;recicladora
civil engineering | tiefbau;bauingenieurwesen | génie civil | ingeniería civil;obra civil
public works | öffentliche bauten | travaux publics | obras públicas;obra pública
road construction | straßenbau | construction routière;construction de routes;travaux routiers | construcción de carreteras
tunnel construction | tunnelbau | construction de tunnels | construcción de túneles
building construction | hochbau | construction de bâtiments | edificación
road | straße | route | carretera
bridge | brücke | pont | puente
tunnel | tunnel | tunnel | túnel
dam | staudamm;talsperre | barrage | presa
building | gebäude | bâtiments;immeuble | edificio
swimming pool builder | schwimmbadbauer | pisciniste |
kitchen maker | küchenbauer;küchenhersteller | cuisiniste;fabricant de cuisines | fabricante de cocinas
plant engineering | anlagenbau | ingénierie d'usines | ingeniería de plantas
steel construction | stahlbau | construction métallique;charpente métallique | construcción metálica;estructura metálica
timber construction | holzbau | construction bois;construction en bois | construcción en madera
foundry | giesser;gießereien | fonderies | fundidora
forge | schmiede | forge | forja
casting | guss;gussteil | pièce de fonderie;pièce moulée | pieza fundida
metalworking | metallverarbeitung;metallbearbeitung | travail des métaux;métallurgie | metalurgia;metalmecánica
3d printer | 3d-drucker | imprimante 3d | impresora 3d
3d printing | 3d-druck | impression 3d | impresión 3d
simulator | simulator | simulateur | simulador
vending machine | verkaufsautomat;warenautomat | distributeur automatique | máquina expendedora
cash machine | geldautomat;bankautomat | distributeur de billets;distributeur automatique de billets | cajero automático
`;
