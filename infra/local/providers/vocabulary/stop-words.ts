const WORDS = `
a an the of in on at to for from by with without who whom whose which that this these those is are was were be been being am
has have had do does did can could would should will shall may might must i me my we us our you your he she it its they them their
there here what when where why how or not no yes if as but so than then too very just also only any some all each every both more
most other another such own same over under up down out off about into through during before after above below between again
find search show list give get need want look looking searching seeking seek help please someone somebody anyone anybody people
person persons individual profile profiles linkedin expert experts expertise professional professionals specialist specialists
candidate candidates human humans folks guy guys man men woman women ones lot lots like love loves interest interests interested
passionate study studies studied studying student's graduate graduated graduates graduating degree alumni alumnus alumna attended
school university college work works worked working job jobs career experience experienced experiences year years background
based live lives living located reside resides residing born raised originally native citizen citizens speak speaks speaking
spoken speaker speakers fluent bilingual knows know knowledge skill skills skilled field area areas industry sector company companies
firm firms employee employees team teams member members currently current now today new old good great best top well known famous
leading global international world use uses using used make makes making made build builds building run runs running own owns owning
ex en el la los las de del di da do der die das und y e que con para por les le des du et im zu auf print fix
female male young older aged age ages high middle cover covers covered covering near nearby around within seasoned certified licensed
qualified trained independent talented successful accomplished aspiring upcoming promising enthusiast enthusiasts fan fans lover lovers
care cares caring specialised specialized specialising specializing focused focusing relocated moved abroad recently
com in www http https site let make sure etc least than plus ignore previous instructions instruction system prompt
`;

const STOP_WORDS = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));

/** Whether a folded word says nothing about whom a request wants. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || STOP_WORDS.has(`${word}s`);
}
