import { nameKeyOf, remembering, singularOf, wordsOf } from './words.ts';

/* The names of one thing, in tables of a line each. docs/behaviour.md#criteria */

/** Names for the same thing, a line each: a text with one of them is taken to have them all. */
const SAME: readonly (readonly string[])[] = [
  [
    'phd',
    'ph.d',
    'dphil',
    'doctorate',
    'doctoral',
    'doctor of philosophy',
    'doctorado',
    'doutorado',
    'doctorat',
  ],
  ['mba', 'm.b.a', 'master of business administration', 'masters of business administration'],
  ['master', 'masters', 'msc', 'm.sc', 'ms', 'm.s', 'ma', 'm.a', 'meng', 'llm', 'mba', 'maestria', 'mphil'],
  [
    'bachelor',
    'bachelors',
    'bsc',
    'b.sc',
    'bs',
    'b.s',
    'ba',
    'b.a',
    'beng',
    'llb',
    'bba',
    'licenciatura',
    'undergraduate',
  ],
  ['jd', 'j.d', 'juris doctor', 'llb', 'llm'],
  ['student', 'students', 'studying', 'studies', 'undergraduate', 'candidate', 'estudiante'],
  ['computer science', 'computing', 'informatics', 'software engineering', 'ciencias de la computacion'],
  [
    'ai',
    'a.i',
    'artificial intelligence',
    'machine learning',
    'ml',
    'deep learning',
    'neural networks',
    'llm',
    'nlp',
    'computer vision',
    'inteligencia artificial',
  ],
  ['nlp', 'natural language processing', 'computational linguistics'],
  ['data science', 'data scientist', 'data analytics', 'machine learning'],
  ['lawyer', 'attorney', 'counsel', 'solicitor', 'barrister', 'legal', 'law', 'abogado', 'abogada'],
  ['physician', 'doctor', 'md', 'm.d', 'surgeon', 'medico', 'medica'],
  ['developer', 'programmer', 'software engineer', 'swe', 'coder', 'desarrollador', 'desarrolladora'],
  ['consultant', 'consulting', 'consultancy', 'advisor', 'adviser', 'advisory', 'consultor', 'consultora'],
  [
    'investor',
    'investing',
    'investments',
    'venture capitalist',
    'venture capital',
    'vc',
    'angel',
    'inversor',
    'inversionista',
  ],
  ['recruiter', 'recruiting', 'recruitment', 'talent acquisition', 'headhunter', 'talent partner', 'sourcer'],
  ['founder', 'cofounder', 'co-founder', 'entrepreneur', 'fundador', 'fundadora'],
  ['teacher', 'teaching', 'educator', 'instructor', 'lecturer', 'profesor', 'profesora'],
  ['professor', 'lecturer', 'faculty', 'academic', 'catedratico'],
  ['researcher', 'research', 'scientist', 'investigador', 'investigadora'],
  ['ceo', 'chief executive', 'managing director', 'general manager'],
  ['cto', 'chief technology officer', 'chief technical officer'],
  ['cfo', 'chief financial officer', 'finance director'],
  ['hr', 'human resources', 'people operations'],
  ['early-stage', 'early stage', 'seed', 'pre-seed', 'seed-stage', 'angel'],
  ['fintech', 'financial technology'],
  ['food and beverage', 'food law', 'food and drug', 'beverage law', 'f&b'],
  ['accountant', 'accounting', 'accountancy', 'cpa', 'auditor', 'contador', 'contadora'],
  ['engineer', 'engineering', 'ingeniero', 'ingeniera'],
  ['architect', 'architecture', 'architectural', 'arquitecto', 'arquitecta', 'arquitectura'],
  ['medicine', 'medical', 'medicina'],
  ['nurse', 'nursing', 'rn', 'enfermera', 'enfermero'],
  ['designer', 'design', 'ux', 'ui', 'disenador', 'disenadora'],
  ['journalist', 'reporter', 'correspondent', 'editor', 'periodista'],
];

/** Regions that profiles name in more languages than one. */
const REGION_NAMES: readonly (readonly string[])[] = [
  ['andalusia', 'andalucia'],
  ['bavaria', 'bayern'],
  ['brittany', 'bretagne'],
  ['catalonia', 'catalunya', 'cataluna'],
  ['flanders', 'vlaanderen'],
  ['lombardy', 'lombardia'],
  ['normandy', 'normandie'],
  ['piedmont', 'piemonte'],
  ['sicily', 'sicilia'],
  ['tuscany', 'toscana'],
];

/** The lines of {@link SAME} by each of their names. */
const LINES = Map.groupBy(
  [...SAME, ...REGION_NAMES].flatMap((names, line) => names.map((name) => ({ key: nameKeyOf(name), line }))),
  ({ key }) => key,
);
const LONGEST_NAME = 5;

/** Which lines a text has a name of, in singular or plural. */
export const linesOf = remembering((text): ReadonlySet<number> => {
  const words = wordsOf(text);
  const lines = new Set<number>();
  for (const at of words.keys())
    for (let size = 1; size <= LONGEST_NAME; size += 1)
      for (const line of linesNamed(words.slice(at, at + size).join(' '))) lines.add(line);
  return lines;
});

/** The lines of one name. */
export const linesNamed = (name: string): ReadonlySet<number> =>
  new Set((LINES.get(name) ?? LINES.get(singularName(name)))?.map(({ line }) => line));

/** Of three letters and an s many are words of their own: 'más', which is no master's degree. */
const LONGEST_WHOLE = 3;
const singularName = (name: string): string => (name.length > LONGEST_WHOLE ? singularOf(name) : name);
