/**
 * Kinds of companies, one a line like the table of `trade-words.ts`. A plural that means companies where the singular
 * means what they sell ("Versicherungen") is listed with an English plural.
 */
export const KINDS_OF_COMPANIES = `
insurers | versicherungen | assurances | seguros
health insurers | krankenversicherungen;krankenkassen | assurances maladie | seguros de salud;seguros médicos
life insurers | lebensversicherungen | assurances vie;assurances-vie | seguros de vida
reinsurer | rückversicherung;rückversicherungsgesellschaft | société de réassurance | compañía de reaseguros
car insurers | autoversicherungen;kfz-versicherungen | assurances auto;assurances automobiles | seguros de coche;seguros de automóviles
health insurance | krankenversicherung | assurance maladie | seguro de salud;seguro médico
life insurance | lebensversicherung | assurance vie;assurance-vie | seguro de vida
mutual insurer | versicherungsverein | mutuelle | mutua
insurance company | versicherungsunternehmen;versicherungsgesellschaft;versicherungskonzern | compagnie d'assurance;compagnie d'assurances;société d'assurance;société d'assurances | compañía de seguros;empresa de seguros
life insurer | lebensversicherer | assureur vie;compagnie d'assurance vie;compagnie d'assurance-vie | compañía de seguros de vida;aseguradora de vida
health insurer | krankenversicherer | assureur santé;compagnie d'assurance maladie | compañía de seguros de salud;compañía de seguros médicos;aseguradora de salud
insurance broker | versicherungsmakler | courtier en assurance;courtier en assurances;courtier d'assurance;courtier d'assurances | corredor de seguros;correduría de seguros
broker | makler | courtier | corredor
asset manager | vermögensverwalter;vermögensverwaltung;fondsgesellschaft;investmentgesellschaft | société de gestion;gestionnaire d'actifs | gestora de fondos;gestora de activos;gestora
stock exchange | börse;wertpapierbörse | bourse;bourse de valeurs | bolsa de valores
building society | bausparkasse | |
credit union | genossenschaftsbank;kreditgenossenschaft | coopérative de crédit;caisse populaire | cooperativa de crédito;cooperativa de ahorro
tax consultant | steuerberater;steuerkanzlei;steuerberatung;steuerberatungsgesellschaft | conseiller fiscal;cabinet fiscal | asesor fiscal;asesoría fiscal
accounting firm | wirtschaftsprüfer;wirtschaftsprüfungsgesellschaft | cabinet comptable;cabinet d'expertise comptable;expert-comptable | asesoría contable;gestoría
management consultancy | unternehmensberatung | cabinet de conseil;société de conseil |
consultancy | | | consultora
law firm | kanzlei;rechtsanwaltskanzlei | cabinet juridique;étude d'avocats | despacho de abogados;bufete
advertising agency | werbeagentur | agence de publicité;agence publicitaire | agencia de publicidad
estate agent | immobilienmakler;maklerbüro | agence immobilière;agent immobilier | agencia inmobiliaria;inmobiliaria
real estate company | immobilienunternehmen;immobiliengesellschaft;immobilienfirma;immobilienkonzern | société immobilière;foncière | empresa inmobiliaria
architecture firm | architekturbüro;architekt | cabinet d'architecte;cabinet d'architectes;agence d'architecture | estudio de arquitectura
engineering firm | ingenieurbüro;planungsbüro | bureau d'études;bureau d'ingénieurs | empresa de ingeniería;ingeniería
employment agency | zeitarbeitsfirma;personalvermittlung;personalvermittler | agence d'intérim;société d'intérim | empresa de trabajo temporal;agencia de empleo
municipal utility | stadtwerk;versorger | régie municipale |
energy supplier | energieversorger | fournisseur d'énergie | comercializadora de energía
electric utility | stromversorger;stromanbieter;stromkonzern;elektrizitätswerk;stromversorgungsunternehmen | fournisseur d'électricité;compagnie d'électricité;électricien;producteur d'électricité | eléctrica;compañía eléctrica;empresa eléctrica
water utility | wasserwerk;wasserversorger;wasserversorgung | compagnie des eaux;compagnie d'eau | empresa de aguas;aguas municipales
waste management company | entsorger;entsorgungsunternehmen;müllabfuhr | entreprise de gestion des déchets | gestora de residuos
telecommunications company | telekommunikationsunternehmen;telekomunternehmen;telekommunikationsfirma;telekommunikationskonzern | opérateur télécom;opérateur de télécommunications;entreprise de télécommunications | operadora de telecomunicaciones;empresa de telecomunicaciones;telefónica
television station | fernsehsender;tv-sender | télévision | canal de televisión;televisión;televisora
radio station | radiosender;rundfunksender | station de radio;radio | emisora de radio;emisora
newspaper publisher | zeitungsverlag;zeitungshaus | éditeur de presse |
printing company | druckerei;druckhaus | imprimerie;imprimeur | imprenta
bookshop | buchhandlung;buchladen | librairie | librería
cheese maker | käserei | fromagerie | quesería
dairy | meierei | crèmerie |
butcher shop | metzgerei;fleischerei | boucherie | carnicería
meat processor | fleischverarbeiter;schlachtbetrieb | charcuterie | cárnica;industria cárnica
fish farm | fischzucht;fischfarm;aquakultur | pisciculture;ferme piscicole | piscifactoría;piscícola
plant nursery | gärtnerei;baumschule | pépinière | vivero
flower shop | blumenladen;blumengeschäft | fleuriste | floristería
confectioner | konditorei;süßwarenhersteller | confiserie;confiseur | confitería
quarry | steinbruch | carrière | cantera
brickworks | ziegelei | briqueterie | ladrillera
glassworks | glashütte;glaswerk | verrerie;cristallerie | vidriera;cristalera
paper mill | papierfabrik;papiermühle | papeterie;papetière | papelera
spinning mill | spinnerei | filature | hilandería
weaving mill | weberei | tissage | tejeduría
tannery | gerberei | tannerie | curtiduría;tenería
refinery | raffinerie;erdölraffinerie | raffinerie | refinería
oil company | ölkonzern;ölgesellschaft;mineralölunternehmen | compagnie pétrolière;société pétrolière;pétrolier | petrolera
mining company | bergbauunternehmen;minengesellschaft;bergbaugesellschaft;bergbaukonzern | compagnie minière;société minière;minière | minera;empresa minera;compañía minera
gold mine | goldmine | mine d'or | mina de oro
steel mill | hüttenwerk | |
drug maker | pharmaunternehmen;pharmakonzern;pharmafirma;pharmahersteller;arzneimittelhersteller | laboratoire pharmaceutique;groupe pharmaceutique | farmacéutica;laboratorio farmacéutico
biotech company | biotechunternehmen;biotech-unternehmen;biotechfirma;biotechnologieunternehmen | société de biotechnologie;biotech | biotecnológica
food company | lebensmittelunternehmen;lebensmittelkonzern;nahrungsmittelkonzern | entreprise agroalimentaire;société agroalimentaire | empresa de alimentos
sugar mill | | raffinerie de sucre | azucarera
car dealer | autohaus;autohändler | concessionnaire automobile;concession automobile | concesionario de coches;concesionario de automóviles
garage | autowerkstatt;kfz-werkstatt | garage automobile | taller mecánico
department store | warenhaus;kaufhaus | grand magasin | grandes almacenes
furniture store | möbelhaus;möbelladen | magasin de meubles | mueblería;tienda de muebles
hardware store | baumarkt | magasin de bricolage;quincaillerie | ferretería
retail chain | handelskette;einzelhandelskette | chaîne de magasins | cadena de tiendas
supermarket chain | supermarktkette | chaîne de supermarchés | cadena de supermercados
hotel chain | hotelkette | chaîne d'hôtels;chaîne hôtelière | cadena hotelera;cadena de hoteles;hotelera
software company | softwarehaus;softwareunternehmen;softwarefirma | société de logiciels | empresa de software
game developer | spieleentwickler;spielestudio | studio de jeux vidéo | desarrolladora de videojuegos
internet provider | internetanbieter | fournisseur d'accès;fournisseur d'accès à internet | proveedor de internet
railway operator | bahnunternehmen;eisenbahnunternehmen;bahnbetreiber | compagnie ferroviaire | operador ferroviario;ferroviaria
bus operator | busunternehmen;busbetrieb;busbetreiber | compagnie d'autobus;compagnie d'autocars;autocariste | empresa de autobuses
taxi company | taxiunternehmen | compagnie de taxis | empresa de taxis
trucking company | fuhrunternehmen;transportunternehmen;lkw-spedition | entreprise de transport routier;transporteur routier | empresa de transporte por carretera
courier | kurierdienst | coursier;société de messagerie | empresa de mensajería;mensajería
postal operator | postunternehmen;postdienst | service postal | servicio postal;empresa de correos
leasing company | leasinggesellschaft;leasingfirma | société de crédit-bail | empresa de leasing;arrendadora
car rental company | autovermietung;autovermieter | loueur de voitures | empresa de alquiler de coches;alquiladora de coches
holding company | holding;beteiligungsgesellschaft | société holding | sociedad de cartera
private equity firm | | société de capital-investissement;fonds de capital-investissement | firma de capital privado
machinery maker | maschinenbauunternehmen;anlagenbauer | |
home builder | hausbauer;fertighaushersteller | constructeur de maisons | constructora de viviendas;constructora de vivienda
property developer | bauträger;immobilienentwickler | promoteur immobilier | promotora inmobiliaria;promotora;promotora de vivienda;promotora de viviendas
shipbuilder | schiffbauer;schiffsbauer | constructeur naval | constructor naval
aircraft maker | flugzeugbauer;flugzeughersteller | constructeur aéronautique;avionneur | fabricante de aviones
arms maker | rüstungsunternehmen;rüstungskonzern;waffenhersteller | fabricant d'armes | fabricante de armas
chemical company | chemieunternehmen;chemiefirma;chemiekonzern | |
construction company | bauunternehmen;baufirma | entreprise de construction;entreprise de btp | constructora
logistics company | logistiker;logistikunternehmen | logisticien | operador logístico
medical laboratory | medizinlabor | laboratoire d'analyses médicales;laboratoire d'analyses | laboratorio de análisis clínicos;laboratorio clínico
law firm | anwaltskanzlei | cabinet d'avocats | bufete de abogados
`;
