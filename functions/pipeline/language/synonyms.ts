import { nameKeyOf, remembering, singularOf, wordsOf } from './words.ts';

/* The names of one thing, in tables of a line each. docs/behaviour.md#criteria */

/**
 * Names for the same thing, a line each, and what is a kind of it: an MBA is a master's degree, but not every master's degree an MBA. A text
 * with one of the names is taken to have them all, and one with a kind to have the names too.
 */
const SAME: readonly (readonly [names: string, kinds?: string])[] = [
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
    'student, students, studying, studies, candidate, estudiante, estudante, etudiant, etudiante, studentin, studente, studentessa',
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
  ['physician, doctor, md, m.d, medico, medica, medecin, arzt, arztin', 'surgeon'],
  [
    'developer, programmer, software engineer, software development engineer, swe, sde, ingeniero de software, ingeniera de software, engenheiro de software, engenheira de software, ingenieur logiciel, ingegnere del software, coder, desarrollador, desarrolladora, desenvolvedor, desenvolvedora, developpeur, developpeuse, entwickler, entwicklerin, softwareentwickler, softwareentwicklerin, sviluppatore, sviluppatrice',
  ],
  ...['frontend, front end', 'backend, back end', 'full stack, fullstack', 'mobile', 'web'].map(
    (kinds): [string] => [
      kinds
        .split(', ')
        .flatMap((kind) =>
          ['developer', 'engineer', 'software engineer', 'programmer'].map((role) => `${kind} ${role}`),
        )
        .join(', '),
    ],
  ),
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

/** Names of which no part is a name by itself: none of these is a physician, a software engineer or a lawyer. */
const UNDIVIDED = new Set(
  [
    'doctor of philosophy, juris doctor, doctor of education, doctor of business administration, b.eng, m.eng',
    'real estate developer, property developer, land developer, housing developer, project developer, business developer, franchise developer',
    'curriculum developer, course developer, content developer, training developer, talent developer, leadership developer, community developer',
    'desarrollador de negocios, desarrolladora de negocios, desarrollador inmobiliario, desenvolvedor de negocios, projektentwickler, projektentwicklerin',
    'developer advocate, developer relations, developer experience, developer marketing, medical coder, clinical coder, billing coder',
    'law enforcement, legal engineer, legal designer',
  ]
    .join(', ')
    .split(', ')
    .map(nameKeyOf),
);

/** Regions that profiles name in more languages than one. */
const REGION_NAMES: readonly (readonly [names: string])[] = [
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

/** Languages, as English, Spanish, Portuguese, French, German and Italian pages name them. */
const LANGUAGE_NAMES: readonly (readonly [names: string, kinds?: string])[] = [
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

const LANGUAGES = new Set(LANGUAGE_NAMES.flatMap((line) => line.join(', ').split(', ')));

const ALL = [...SAME, ...REGION_NAMES, ...LANGUAGE_NAMES];
const linesBy = (lists: readonly string[]) =>
  Map.groupBy(
    lists.flatMap((list, line) => list.split(', ').map((name) => ({ key: nameKeyOf(name), line }))),
    ({ key }) => key,
  );
/** The lines by their names, and by all that says one. */
const [NAMES, SAYINGS] = [linesBy(ALL.map(([names]) => names)), linesBy(ALL.map((line) => line.join(', ')))];
const LONGEST_NAME = 5;

/** Which lines a text says, with names or kinds in singular or plural. */
export const linesOf = remembering((text): ReadonlySet<number> => {
  const words = wordsOf(text);
  const lines = new Set<number>();
  for (let at = 0; at < words.length; at += 1)
    for (let size = LONGEST_NAME; size > 0; size -= 1) {
      const name = words.slice(at, at + size).join(' ');
      for (const line of linesSaidBy(name)) lines.add(line);
      if (!UNDIVIDED.has(name) && !UNDIVIDED.has(singularName(name))) continue;
      at += size - 1;
      break;
    }
  return lines;
});

/** Whether a text is a language's name and nothing besides. */
export const isLanguage = (text: string): boolean => LANGUAGES.has(nameKeyOf(text));

/** The lines that one name is a name of. */
export const linesNamed = (name: string): ReadonlySet<number> => linesIn(NAMES, name);

/** With those of which it is a kind. */
export const linesSaidBy = (name: string): ReadonlySet<number> => linesIn(SAYINGS, name);

const linesIn = (lines: typeof NAMES, name: string): ReadonlySet<number> =>
  new Set((lines.get(name) ?? lines.get(singularName(name)))?.map(({ line }) => line));

/** Of three letters and an s many are words of their own: 'más', which is no master's degree. */
const LONGEST_WHOLE = 3;
const singularName = (name: string): string => (name.length > LONGEST_WHOLE ? singularOf(name) : name);
