/**
 * What companies do, in lines like those of `trade-words.ts`. Verbs are in the plural, and in the singular where its
 * form does not lead to the plural.
 */
export const TRADE_VERBS = `
design | konzipieren;entwerfen | conçoivent;concevoir | diseñan;diseñar
generate | erzeugen;generieren | génèrent;générer | generan;generar
makes | herstellt;stellt her;produziert;fertigt | fabrique;produit | fabrica;produce
make | herstellen;produzieren;fertigen;machen | fabriquent;produisent;font | fabrican;producen
builds | baut;errichtet | construit;bâtit | construye
build | bauen;errichten | construisent;bâtissent | construyen
sell | verkaufen;vertreiben | vendent;distribuent | venden;vendan;distribuyen
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
deliver | ausliefern;zustellen | livrent | entregan
supply | liefern;beliefern | fournissent;approvisionnent | suministran;abastecen
supplies | liefert;beliefert | fournit;approvisionne | suministra;abastece
process | verarbeiten | transforment;traitent | procesan;transforman
manage | verwalten | | administran
import | importieren;einführen | importent | importan
recycle | recyceln;wiederverwerten | recyclent | reciclan
develop | entwickeln | développent | desarrollan
teach | unterrichten;lehren | enseignent | imparten;enseñan
teaches | unterrichtet;lehrt | enseigne aux | imparte;enseña
launder | waschen | lavent;blanchissent | lavan
launders | wäscht | lave;blanchit | lava
desalinate | entsalzen | dessalent | desalan
export | exportieren;ausführen | exportent | exportan
exports | exportiert | exporte | exporta
distribute | | commercialisent | comercializan
manufacture | |  | manufacturan;elaboran
catch | fangen;fischen | pêchent | pescan;capturan
mine | abbauen;fördern | extraient | extraen
mines | fördert | extrait | extrae
refine | raffinieren;veredeln | raffinent | refinan
brew | brauen | brassent |
bake | backen | | hornean
distil | destillieren;brennen | distillent | destilan
roast | rösten | torréfient | tuestan
bottle | abfüllen | embouteillent | embotellan;envasan
pack | verpacken | emballent;conditionnent | empacan;embalan;empaquetan
print | drucken;bedrucken | impriment | imprimen
weave | weben | tissent | tejen
sew | nähen | cousent;confectionnent | confeccionan;cosen
cast | gießen | coulent | funden
forge | schmieden | forgent | forjan
glue | kleben | collent | pegan
weld | schweißen | soudent | sueldan
coat | beschichten | enduisent | recubren
assemble | zusammenbauen | assemblent | ensamblan;montan
maintain | instandhalten | | mantienen
modernise | modernisieren | modernisent | modernizan
renovate | renovieren;sanieren | rénovent | renuevan;rehabilitan
refurbish | aufarbeiten;wiederaufbereiten | reconditionnent | reacondicionan
dismantle | demontieren;rückbauen | démantèlent | desmantelan
demolish | abreißen | démolissent | derriban
remove | entfernen | éliminent | eliminan
collect | sammeln;einsammeln | collectent;ramassent | recogen;recolectan
dispose of | entsorgen | | desechan
treat | aufbereiten;behandeln | | tratan
purify | | épurent;purifient | depuran;purifican
store | lagern;speichern;einlagern | stockent;entreposent | almacenan
ship | versenden;verschiffen | expédient | envían
insure | versichern | assurent | aseguran
insures | versichert | assure | asegura
finance | finanzieren | financent | financian
finances | finanziert | finance | financia
lend | verleihen;leihen | prêtent | prestan
invest | investieren;anlegen | investissent | invierten
advise | beraten | conseillent | asesoran
audit | prüfen | auditent | auditan
train | schulen;ausbilden | forment | forman;capacitan
publish | veröffentlichen;verlegen;herausgeben | publient;éditent | publican;editan
broadcast | senden;ausstrahlen | diffusent | emiten
host | hosten | hébergent | alojan
translate | übersetzen | traduisent | traducen
test | testen | testent | prueban;ensayan
certify | zertifizieren | certifient | certifican
inspect | inspizieren;kontrollieren | inspectent;contrôlent | inspeccionan
protect | schützen | protègent | protegen
secure | sichern | sécurisent |
guard | bewachen | surveillent | vigilan;custodian
organise | organisieren;veranstalten | organisent | organizan
recruit | rekrutieren | recrutent | reclutan
provide | bereitstellen;erbringen | | proporcionan
provides | erbringt | | proporciona;presta
own | besitzen | possèdent;détiennent | poseen
use | verwenden;nutzen;einsetzen | utilisent | utilizan;usan
buy | kaufen;einkaufen | achètent | compran
slaughter | schlachten | abattent | sacrifican
mill | mahlen | | muelen
plant | pflanzen | plantent | plantan
harvest | ernten | récoltent | cosechan
dry | trocknen | sèchent | secan
freeze | einfrieren;tiefkühlen | congèlent;surgèlent | congelan
cool | kühlen | refroidissent | enfrían
heat | heizen;beheizen | chauffent | calientan
monitor | überwachen | | monitorizan;supervisan
measure | messen | mesurent | miden
automate | automatisieren | automatisent | automatizan
digitise | digitalisieren | numérisent | digitalizan
analyse | analysieren | analysent | analizan
`;
