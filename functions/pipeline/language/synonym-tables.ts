/* Synonyms as data: tables with one line for each thing. docs/behaviour.md#criteria */

/**
 * Each line has the names of one thing and, optionally, kinds of it: an MBA is a master's degree, but not every master's degree is an MBA.
 * A text with one of the names counts as having them all, and a text with a kind as having the names too.
 */
export const SYNONYMS: readonly (readonly [names: string, kinds?: string])[] = [
  ['phd, ph.d, dphil, doctorate, doctoral, doctor of philosophy, doctorado, doutorado, doctorat'],
  ['mba, m.b.a, master of business administration, masters of business administration'],
  [
    'master, masters, maestria',
    'msc, m.sc, ms, m.s, ma, m.a, meng, m.eng, llm, ll.m, mba, m.b.a, mphil, m.phil',
  ],
  ['msc, m.sc, ms, m.s, master of science, masters of science'],
  ['ma, m.a, master of arts, masters of arts'],
  ['meng, m.eng, master of engineering'],
  ['mphil, m.phil, master of philosophy'],
  ['llm, ll.m, master of laws, master of law'],
  [
    'bachelor, bachelors, licenciatura, undergraduate',
    'bsc, b.sc, bs, b.s, ba, b.a, beng, b.eng, llb, ll.b, bba',
  ],
  ['bsc, b.sc, bs, b.s, bachelor of science, bachelors of science'],
  ['ba, b.a, bachelor of arts, bachelors of arts'],
  ['beng, b.eng, bachelor of engineering'],
  ['llb, ll.b, bachelor of laws, bachelor of law'],
  ['bba, b.b.a, bachelor of business administration'],
  ['jd, j.d, juris doctor'],
  [
    'student, students, studying, candidate, estudiante, estudante, etudiant, etudiante, studentin, studente, studentessa',
    'undergraduate',
  ],
  [
    'computer science, computing, informatics, informatik, informatica, informatique, ciencias de la computacion',
    'software engineering',
  ],
  [
    'ai, a.i, artificial intelligence, machine learning, ml, inteligencia artificial',
    'deep learning, neural networks, llm, nlp, computer vision',
  ],
  ['deep learning, neural networks'],
  ['nlp, natural language processing, computational linguistics'],
  ['data science, data scientist, data analytics', 'machine learning'],
  [
    'lawyer, attorney, counsel, legal, law, abogado, abogada, advogado, advogada, avocat, avocate, avvocato, avvocata, anwalt, anwaltin, rechtsanwalt, rechtsanwaltin',
    'solicitor, barrister, legal advisor, legal adviser, legal consultant',
  ],
  ['law degree', 'jd, j.d, juris doctor, llb, ll.b, llm, ll.m, bachelor of laws, master of laws'],
  ['medical degree', 'md, m.d, mbbs, doctor of medicine'],
  [
    'physician, doctor, md, m.d, medico, medica, medecin, arzt, arztin',
    'surgeon, anesthesiologist, anaesthetist, cardiologist, dermatologist, endocrinologist, gastroenterologist, general practitioner, gynecologist, gynaecologist, hematologist, hospitalist, internist, nephrologist, neurologist, obstetrician, oncologist, ophthalmologist, paediatrician, pediatrician, psychiatrist, pulmonologist, radiologist, rheumatologist, urologist',
  ],
  [
    'developer, programmer, software engineer, software development engineer, swe, sde, ingeniero de software, ingeniera de software, engenheiro de software, engenheira de software, ingenieur logiciel, ingegnere del software, coder, desarrollador, desarrolladora, desenvolvedor, desenvolvedora, developpeur, developpeuse, entwickler, entwicklerin, softwareentwickler, softwareentwicklerin, sviluppatore, sviluppatrice',
  ],
  ...[
    'frontend, front end',
    'backend, back end',
    'full stack, fullstack',
    'mobile',
    'web',
    'ios',
    'android',
  ].map((kinds): [string] => [
    kinds
      .split(', ')
      .flatMap((kind) =>
        ['developer', 'engineer', 'software engineer', 'programmer'].map((role) => `${kind} ${role}`),
      )
      .join(', '),
  ]),
  ['go, golang'],
  ['kubernetes, k8s'],
  ['vp, vice president'],
  ['pm', 'product manager, project manager, program manager, programme manager'],
  ['em', 'engineering manager'],
  [
    'consultant, consulting, consultancy, advisor, adviser, advisory, consultor, consultora, consulente, berater, beraterin, unternehmensberater, unternehmensberaterin',
    'consulting engineer',
  ],
  [
    'investor, investing, investments, inversor, inversionista, investidor, investidora, investisseur, investitore',
    'venture capitalist, venture capital, vc, angel',
  ],
  ['venture capitalist, venture capital, vc'],
  [
    'recruiter, recruiting, recruitment, talent acquisition, headhunter, talent partner',
    'sourcer, recruitment consultant, recruiting consultant',
  ],
  [
    'founder, cofounder, co-founder, entrepreneur, fundador, fundadora, cofundador, cofundadora, fondateur, fondatrice, cofondateur, cofondatrice, fondatore, grunder, grunderin',
  ],
  [
    'teacher, teaching, educator, instructor, profesor, profesora, enseignant, enseignante, insegnante, lehrer, lehrerin',
    'lecturer',
  ],
  ['professor, catedratico'],
  ['academic, faculty', 'professor, catedratico, lecturer'],
  [
    'researcher, research, scientist, investigador, investigadora, pesquisador, pesquisadora, chercheur, chercheuse, ricercatore, ricercatrice, forscher, forscherin, wissenschaftler, wissenschaftlerin',
    'research engineer',
  ],
  [
    'ceo, chief executive, managing director, directeur general, directrice generale, diretor geral, diretora geral, amministratore delegato, geschaftsfuhrer, geschaftsfuhrerin',
  ],
  ['cto, chief technology officer, chief technical officer'],
  [
    'cfo, chief financial officer, finance director, director financiero, directora financiera, diretor financeiro, diretora financeira, directeur financier, directrice financiere, direttore finanziario, finanzvorstand',
  ],
  ['hr, human resources, people operations'],
  ['early-stage, early stage, seed, pre-seed, seed-stage', 'angel'],
  ['fintech, financial technology'],
  ['y combinator, yc, ycombinator'],
  ['mathematics, maths, math'],
  ['former, formerly, previously, prev, ex, alum, alumna, alumnus'],
  ['mit, massachusetts institute of technology'],
  ['upenn, university of pennsylvania'],
  ['caltech, california institute of technology'],
  ['georgia tech, georgia institute of technology'],
  ['penn state, pennsylvania state university'],
  ['umich, university of michigan'],
  ['uc berkeley, university of california berkeley'],
  ['food and beverage, f&b', 'food law, food and drug, beverage law'],
  [
    'accountant, accounting, accountancy, contador, contadora, contable, contabilista, comptable, commercialista, buchhalter, buchhalterin',
    'cpa, auditor',
  ],
  ['cpa, certified public accountant'],
  [
    'engineer, engineering, eng, ingeniero, ingeniera, engenheiro, engenheira, ingenieur, ingenieure, ingenieurin, ingegnere',
    'ingeniero electricista, ingeniera electricista, engenheiro eletricista, engenheira eletricista, ingenieur mecanicien',
  ],
  [
    'architect, architecture, architectural, arquitecto, arquitecta, arquitectura, arquiteto, arquiteta, architecte, architekt, architektin, architetto',
  ],
  ['medicine, medical, medicina'],
  [
    'nurse, nursing, enfermera, enfermero, enfermeira, enfermeiro, infirmier, infirmiere, infermiere, infermiera, krankenpfleger, krankenpflegerin, krankenschwester',
    'rn',
  ],
  ['rn, registered nurse'],
  ['designer, design, disenador, disenadora', 'ux, ui'],
  ['ux, user experience'],
  ['ui, user interface'],
  [
    'journalist, reporter, periodista, jornalista, journaliste, journalistin, giornalista',
    'correspondent, editor',
  ],
];

/** Names whose parts are not matched on their own: none of these is a physician, a software engineer, a lawyer or an electrician. */
export const INDIVISIBLE_NAMES: readonly string[] = [
  'doctor of philosophy, juris doctor, doctor of education, doctor of business administration, b.eng, m.eng',
  'real estate developer, property developer, land developer, housing developer, project developer, business developer, franchise developer',
  'curriculum developer, course developer, content developer, training developer, talent developer, leadership developer, community developer',
  'desarrollador de negocios, desarrolladora de negocios, desarrollador inmobiliario, desenvolvedor de negocios, projektentwickler, projektentwicklerin',
  'developer advocate, developer relations, developer experience, developer marketing, medical coder, clinical coder, billing coder',
  'law enforcement, legal engineer, legal designer',
  'ingeniero electricista, ingeniera electricista, engenheiro eletricista, engenheira eletricista, ingenieur mecanicien',
  'medico veterinario, medica veterinaria, docteur veterinaire, veterinary surgeon, tree surgeon',
]
  .join(', ')
  .split(', ');

/**
 * Trades, as named on English, Spanish, Portuguese, French, German and Italian pages. Names that more often mean something else are left
 * out: a surname or a firm ('Koch', 'Gärtner', which folds to 'Gartner'), another English word ('Bäcker', which folds to 'backer'), an
 * adjective ('mecánico', 'farmacéutico'), a machine ('serveur'), or a different thing in another language ('autista').
 */
export const TRADES: readonly (readonly [names: string, kinds?: string])[] = [
  [
    'chef, cocinero, cocinera, cozinheiro, cozinheira, cuisinier, kochin, kuchenchef, kuchenchefin, cuoco, cuoca',
  ],
  [
    'pastry chef, pastelero, pastelera, repostero, repostera, confeiteiro, confeiteira, patissier, patissiere, konditor, konditorin, pasticciere, pasticcera',
  ],
  ['baker, panadero, panadera, padeiro, padeira, boulanger, boulangere, backermeister, panettiere'],
  ['butcher, carnicero, carnicera, acougueiro, metzger, metzgerin, macellaio'],
  [
    'waiter, waitress, camarero, camarera, mesero, mesera, garcom, garconete, serveuse, kellner, kellnerin, cameriere',
  ],
  [
    'electrician, electricista, eletricista, electricien, electricienne, elektriker, elektrikerin, elettricista',
    'elektroinstallateur, elektroniker fur energie und gebaudetechnik',
  ],
  [
    'plumber, fontanero, fontanera, gasfitero, plomero, encanador, canalizador, plombier, klempner, klempnerin',
  ],
  [
    'carpenter, joiner, carpintero, carpintera, carpinteiro, carpinteira, menuisier, menuisiere, charpentier, tischler, tischlerin, schreiner, schreinerin, falegname',
  ],
  ['welder, soldador, soldadora, soudeur, soudeuse, schweisser, schweisserin, saldatore'],
  ['roofer, couvreur, dachdecker, dachdeckerin'],
  [
    'mechanic, mecanico automotriz, mecanico de autos, mecanico de automoviles, mecanico de automoveis, mecanicien, mecanicienne, mechaniker, mechanikerin, kfz mechatroniker, kfz mechatronikerin',
  ],
  [
    'hairdresser, hairstylist, hair stylist, peluquero, peluquera, cabeleireiro, cabeleireira, coiffeur, coiffeuse, friseur, friseurin, friseuse, parrucchiere, parrucchiera',
  ],
  ['gardener, jardinero, jardinera, jardineiro, jardinier, gartnerin, landschaftsgartner, giardiniere'],
  [
    'farmer, agricultor, agricultora, agriculteur, agricultrice, landwirt, landwirtin, agricoltore, agricoltrice',
  ],
  [
    'driver, chofer, camionero, camionera, motorista, caminhoneiro, chauffeur, berufskraftfahrer, berufskraftfahrerin, lkw fahrer, camionista',
  ],
  [
    'firefighter, fireman, bombero, bombera, bombeiro, bombeira, pompier, feuerwehrmann, feuerwehrfrau, vigile del fuoco',
  ],
  ['police officer, oficial de policia, policier, policiere, polizist, polizistin, poliziotto, poliziotta'],
  [
    'flight attendant, cabin crew, azafata, auxiliar de vuelo, tripulante de cabina, comissario de bordo, comissaria de bordo, flugbegleiter, flugbegleiterin, assistente di volo',
  ],
  ['midwife, comadrona, matrona, partera, parteira, sage femme, hebamme, ostetrica'],
  ['pharmacist, pharmacien, pharmacienne, apotheker, apothekerin, farmacista'],
  ['dentist, odontologo, odontologa, dentista, dentiste, zahnarzt, zahnarztin'],
  [
    'veterinarian, veterinary surgeon, medico veterinario, medica veterinaria, docteur veterinaire, tierarzt, tierarztin',
  ],
  [
    'physiotherapist, physical therapist, fisioterapeuta, kinesiologo, kinesiologa, kinesitherapeute, physiotherapeut, physiotherapeutin, fisioterapista',
  ],
  [
    'social worker, trabajador social, trabajadora social, asistente social, assistente social, assistante sociale, sozialarbeiter, sozialarbeiterin, assistente sociale',
  ],
  [
    'translator, traductor, traductora, tradutor, tradutora, traducteur, traductrice, ubersetzer, ubersetzerin, traduttore, traduttrice',
  ],
  [
    'real estate agent, realtor, real estate broker, agente inmobiliario, agente inmobiliaria, corretor de imoveis, corretora de imoveis, agent immobilier, immobilienmakler, immobilienmaklerin, agente immobiliare',
  ],
  ['photographer, fotografo, fotografa, photographe, fotograf, fotografin'],
  ['librarian, bibliotecario, bibliotecaria, bibliothecaire, bibliothekar, bibliothekarin'],
  ['beekeeper, apicultor, apicultora, apiculteur, apicultrice, imker, imkerin, apicoltore, apicoltrice'],
];

/** Regions that profiles name in more than one language. */
export const REGION_NAMES: readonly (readonly [names: string])[] = [
  ['andalusia, andalucia'],
  ['bavaria, bayern'],
  ['brittany, bretagne'],
  ['catalonia, catalunya, cataluna'],
  ['flanders, vlaanderen'],
  ['lombardy, lombardia'],
  ['normandy, normandie'],
  ['piedmont, piemonte'],
  ['sicily, sicilia'],
  ['tuscany, toscana'],
];

/** Languages, as named on English, Spanish, Portuguese, French, German and Italian pages. */
export const LANGUAGE_NAMES: readonly (readonly [names: string, kinds?: string])[] = [
  ['arabic, arabe, arabisch, arabo'],
  ['catalan, catala, catalao, katalanisch, catalano'],
  ['chinese, chino, chines, chinois, chinesisch, cinese', 'mandarin, cantonese'],
  ['czech, checo, tcheco, tcheque, tschechisch, ceco'],
  ['danish, danes, danois, danisch, danese'],
  ['dutch, neerlandes, holandes, neerlandais, niederlandisch, olandese, nederlands'],
  ['english, ingles, anglais, englisch, inglese'],
  ['finnish, finlandes, finnois, finnisch, finlandese'],
  ['french, frances, francais, franzosisch, francese'],
  ['german, aleman, alemao, allemand, deutsch, tedesco'],
  ['greek, griego, grego, grec, griechisch, greco'],
  ['hebrew, hebreo, hebraico, hebreu, hebraisch, ebraico'],
  ['hungarian, hungaro, hongrois, ungarisch, ungherese'],
  ['italian, italiano, italienisch'],
  ['japanese, japones, japonais, japanisch, giapponese'],
  ['korean, coreano, coreen, koreanisch'],
  ['norwegian, noruego, noruegues, norvegien, norwegisch, norvegese'],
  ['polish, polaco, polones, polonais, polnisch, polacco'],
  ['portuguese, portugues, portugais, portugiesisch, portoghese'],
  ['romanian, rumano, romeno, roumain, rumanisch, rumeno'],
  ['russian, ruso, russo, russe, russisch'],
  ['spanish, espanol, espanhol, espagnol, spanisch, spagnolo, castellano'],
  ['swedish, sueco, suedois, schwedisch, svedese'],
  ['turkish, turco, turc, turkisch'],
  ['ukrainian, ucraniano, ukrainien, ukrainisch, ucraino'],
  ['vietnamese, vietnamita, vietnamien, vietnamesisch'],
];
