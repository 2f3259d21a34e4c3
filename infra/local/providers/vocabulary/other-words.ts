/** Words a request may use for a profession and no profile does: rarer trades, activities, other languages. */
export const PROFESSION_WORDS = `
software engineer|dev, hacker, coding, programming, programador, programadora, desarrollador, Entwickler, développeur, webmaster, software development
game developer|game dev, game development
nuclear engineer|nuclear physicist
civil engineer|ingeniero, ingeniera, Ingenieur, ingénieur, engenheiro, ingegnere, مهندس, 工程师, エンジニア, surveying
mining engineer|miner, ingeniero de minas, mining
geologist|hydrologist, hydrogeologist, mineralogist, geophysicist
biologist|ornithologist, zoologist, mycologist, herpetologist, científico, Wissenschaftler, scientifique, virology
archaeologist|Egyptologist, classicist
lawyer|legal, Rechtsanwalt, Anwalt, avvocato, advogado, advogada, jurist, 律师, 弁護士, محامي, адвокат
nurse|Krankenschwester, infirmière, infirmier, enfermeiro, nursing
doctor|medical professional, Arzt, Ärztin, médecin, docteur, medico, healthcare worker, 医生, 医者, طبيب, врач, urologist, nephrologist, rheumatologist, endocrinologist, pulmonologist, pathologist
teacher|teach, teaching, maestro, maestra, Lehrer, Lehrerin, enseignant, professeur, professore, 老师, 先生, معلم, учитель
professor|dean, provost, university president, academia, postdoc
chef|cooks, Koch, cuisinier, chef de cuisine, cozinheiro, 料理人, 日本の料理人, 厨师, culinary
architect|Architekt, Architekten, architecte, arquitecto, arquitecta, arquiteto, architetto, 建筑师
journalist|periodista, Journalistin, journaliste, jornalista, giornalista, 記者, journalism
musician|guitar, piano, violin, band, bassist, saxophonist, trumpeter, cello, músico, Musiker, musicien
mechanic|fix my car, car repair, fix cars, mecánico, Mechaniker, mécanicien
plumber|fontanero, Klempner, plombier, gasfitero
electrician|electricista, Elektriker, électricien
carpenter|carpintero, Tischler, Schreiner, menuisier, taxidermist, upholsterer, bookbinder
fashion designer|cobbler, milliner, leatherworker, weaver, dressmaker
sommelier|wine maker, wine producer
graphic designer|diseñador, diseñadora, Designerin, calligrapher, printer
farmer|agricultor, agricultora, Bauer, Landwirt, agriculteur, shepherd, farm
accountant|contador, contadora, Buchhalter, comptable, accounting
management consultant|consultor, consultora, Berater, Unternehmensberater, consulting
investor|inversionista, inversor, Investoren, investisseur, investing, business angel, limited partner
founder|emprendedor, emprendedora, fundador, Gründer, fondateur, cofounder, startup people
translator|traductor, traductora, Übersetzer, traducteur, polyglot, translate
police officer|sheriff, policía, Polizist, investigator, crime
private investigator|detective, spy
psychologist|psicólogo, psicóloga, Psychologe, psychologue, marriage counselor, therapy
athlete|sportsperson, deportista, marathoner, skier, golfer, wrestler, sprinter, climber, mountaineer, Sportler, sportif, skater
pilot|piloto, Pilotin, pilote, fly planes
funeral director|embalmer, mortician
librarian|bibliotecario, Bibliothekar, bibliothécaire
photographer|fotógrafo, Fotograf, photographe
writer|escritor, escritora, Schriftsteller, écrivain, blogger, novel, novels
project manager|boss, jefe, gerente
human resources manager|HR, human resources
marketing manager|SEO, marketing, publicity, advertising
sales manager|sales, salesman, vendor, vendedor
data scientist|data people, big data, analytics
customer success manager|customer service, support agent
cashier|shop worker, vendeur
caregiver|babysitter, housekeeper
toy designer|inventor, tinkerer
politician|senator, congressman, congresswoman, governor, minister of finance, president
artist|artista, Künstler, artiste, tattoo artist, glassblower
`;

/** What people of a country call themselves or their cities in their own language: `what profiles say|words`. */
export const LOCAL_NATIONALITIES = `
Peruvian|peruano, peruana, peruanos
Mexican|mexicano, mexicana
Spanish|español, española, españoles
Colombian|colombiano, colombiana
Argentinian|argentino
Chilean|chileno, chilena
German|deutsch, deutsche, deutscher, alemán, allemand
French|français, française, francés, französisch
Italian|italiano, italiana, italiani
Brazilian|brasileiro, brasileira, brasileño
Portuguese|português, portuguesa
Japanese|日本人, 日本の
Chinese|中国人, 中国
`;

/** The same columns for places. */
export const LOCAL_PLACES = `
Vienna|Wien
Munich|München
Cologne|Köln
Zurich|Zürich
Geneva|Genève, Genf
Rome|Roma
Milan|Milano
Florence|Firenze
Tuscany|Toscana
Lisbon|Lisboa
Seville|Sevilla
Copenhagen|København
Prague|Praha
Warsaw|Warszawa
Moscow|Москва
Tokyo|東京
Beijing|北京, Peking
Shanghai|上海
Cairo|القاهرة
Mexico City|CDMX, Ciudad de México
Los Angeles|LA
San Francisco|SF
Ho Chi Minh City|Saigon
Mumbai|Bombay
Spain|Espagne
Brazil|Brésil
United Kingdom|Reino Unido
United States|Estados Unidos, États-Unis
Germany|Alemania, Allemagne
`;
