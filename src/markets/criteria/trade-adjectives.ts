/** Adjectives of trades, in lines like those of `trade-words.ts`. French and Spanish ones go before their noun in English. */
export const TRADE_ADJECTIVES = `
other | andere;anderer;anderen;anderem;anderes | autres;autre;d'autres | otros;otras;otro;otra
small | kleine;kleiner;kleinen | petits;petites;petit | pequeños;pequeñas;pequeñas y medianas
large | große;großer;großen;grosse | grands;grandes;grand | grandes
largest | größte;größten;größter;grösste;grössten | plus grands;plus grandes;plus gros;plus grand;plus grande | mayores;más grandes;más grande
leading | führende;führenden;führender | de premier plan | líderes;líder
main | wichtigste;wichtigsten;bedeutendste;bedeutendsten | principaux;principales;principal;principale | principales;principal
best | beste;besten | meilleurs;meilleures | mejores
refrigerated | gekühlt;kühl | frigorifique;réfrigéré | frigorífico;refrigerado
veterinary | tierärztlich;veterinär | vétérinaire | veterinario
dental | zahnärztlich;dental | dentaire | dental
organic | bio;biologisch | bio;biologique | ecológico;orgánico
listed | börsennotiert | coté en bourse;coté | cotizado en bolsa;cotizado
professional | professionell | professionnel | profesional
human | mensch;für menschen | humain | humano
express | express;expresssendung;eil | express | urgente
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
private | privat | privé | privado
public | öffentlich | public | público
industrial | industriell;industrie | industriel | industrial
agricultural | landwirtschaftlich;agrar | agricole | agrícola
electric | elektrisch;elektro | électrique | eléctrico
medical | medizinisch;medizin | médical | médico
commercial | gewerblich | commercial | comercial
chemical | chemisch | chimique | químico
pharmaceutical | pharmazeutisch | pharmaceutique | farmacéutico
hospital | | hospitalier | hospitalario
clinical | klinisch | clinique | clínico
surgical | chirurgisch | chirurgical;chirurgicale;chirurgicaux | quirúrgico
aerospace | luftfahrttechnisch | aéronautique;aérospatial;aérospatiale | aeronáutico;aeroespacial
automotive | | automobile | automotriz;automovilístico;automotor
railway | | ferroviaire | ferroviario
maritime | maritim | maritime | marítimo
naval | | naval;navale | naval
air | | aérien | aéreo
road | | routier | vial
mining | bergbaulich | minier | minero
oil | | pétrolier | petrolero
steel | | sidérurgique | siderúrgico
metal | metallisch | métallique | metálico
plastic | | | plástico
wooden | hölzern | |
textile | textil | textile | textil
food | | alimentaire;agroalimentaire | alimentario;alimenticio
edible | essbar | comestible | comestible
dairy | | laitier | lácteo
fishing | | halieutique | pesquero
forestry | forstwirtschaftlich | forestier | forestal
solar | solar | solaire | solar
wind | | éolien | eólico
hydroelectric | hydroelektrisch | hydroélectrique | hidroeléctrico
nuclear | nuklear | nucléaire | nuclear
thermal | thermisch | thermique | térmico
photovoltaic | photovoltaisch | photovoltaïque | fotovoltaico
renewable | erneuerbar | renouvelable | renovable
electronic | elektronisch | électronique | electrónico
optical | optisch | optique | óptico
hydraulic | hydraulisch;hydraulik | hydraulique | hidráulico
pneumatic | pneumatisch | pneumatique |
mechanical | mechanisch | mécanique | mecánico
digital | digital | numérique;digital | digital
mobile | mobil | mobile | móvil
wireless | drahtlos;kabellos | sans fil | inalámbrico
financial | finanziell | financier | financiero
mortgage | | hypothécaire | hipotecario
tax | steuerlich | fiscal;fiscale;fiscaux | fiscal;tributario
legal | rechtlich;juristisch | juridique | jurídico;legal
banking | | bancaire | bancario
advertising | | publicitaire | publicitario
film | | cinématographique | cinematográfico
musical | musikalisch | musical;musicale | musical
school | schulisch | scolaire | escolar
vocational | beruflich | professionnelle |
sports | sportlich | sportif | deportivo
cosmetic | kosmetisch | cosmétique | cosmético
ophthalmic | ophthalmologisch | ophtalmique;ophtalmologique | oftalmológico;oftálmico
orthopaedic | orthopädisch | orthopédique | ortopédico
residential | | résidentiel | residencial
urban | städtisch | urbain | urbano
temporary | befristet;vorübergehend | temporaire | temporal
online | | en ligne | en línea;online
used | gebraucht | usagé;d'occasion;occasion | usado;de segunda mano
new | neu | neuf;neuve | nuevo
frozen | tiefgekühlt;gefroren | surgelé;congelé | congelado
fresh | frisch | frais;fraîche | fresco
dried | getrocknet | séché | seco
canned | eingemacht | en conserve | enlatado
sweet | süß | sucré |
vegan | vegan | végan;végétalien | vegano
vegetarian | vegetarisch | végétarien | vegetariano
non-alcoholic | alkoholfrei | sans alcool;non alcoolisé | sin alcohol;no alcohólico
alcoholic | alkoholisch | alcoolisé | alcohólico
natural | natürlich | naturel | natural
synthetic | synthetisch;künstlich | synthétique | sintético
biodegradable | biologisch abbaubar | biodégradable | biodegradable
recycled | recycelt | recyclé | reciclado
precious | | précieux;précieuse | precioso
stainless | rostfrei | inoxydable | inoxidable
flexible | flexibel | souple;flexible | flexible
corrugated | gewellt | ondulé | corrugado;ondulado
technical | technisch | technique | técnico
scientific | wissenschaftlich | scientifique | científico
special | speziell | spécial;spéciale;spéciaux | especial
municipal | kommunal | municipal;municipale;municipaux | municipal
autonomous | autonom | autonome | autónomo
portable | tragbar | portable;portatif | portátil
ornamental | | ornemental;ornementale | ornamental
underground | unterirdisch | souterrain | subterráneo
offshore | | offshore | marino;costa afuera
family | | familial;familiale | familiar
craft | handwerklich | artisanal;artisanale | artesanal
environmental | ökologisch | environnemental;environnementale | ambiental;medioambiental
feminine | weiblich | féminin | femenino
real estate | | immobilier;immobilière | inmobiliario
shared | gemeinsam | partagé | compartido
collective | gemeinschaftlich | collectif;collective | colectivo
frozen | tiefkühl | |
independent | unabhängig | indépendant | independiente
`;
