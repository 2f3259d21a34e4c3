/** The same columns as in professions-technical.ts. */
export const ARTS_CRAFTS_NATURE = `
journalist|reporter, news correspondent, correspondent, investigative journalist, columnist, news anchor, broadcaster|media|investigative; science; war=conflict; sports; climate=environment; business; fashion; data; food|Journalism|craft
editor|book editor, magazine editor, publisher, newspaper editor|media|fiction; science; video|Literature, Journalism|corp
writer|author, novelist, poet, screenwriter, playwright, essayist, storyteller|arts, media|children's book; crime; travel; science fiction|Literature|craft
photographer|photojournalist, cinematographer, videographer|arts, media|wildlife; wedding; fashion; food; documentary|Fine Arts|craft
filmmaker|film director, movie director, documentary maker, film producer, video producer|media, arts|documentary; animated; indie|Film Studies|craft
film editor|video editor, sound engineer, audio engineer|media|documentary|Film Studies|craft
animator|3D artist, illustrator, cartoonist, comic artist, VFX artist, concept artist|media, arts|3D; children's book|Graphic Design|craft
actor|actress, voice actor, comedian, stand-up comedian, stage actor|arts|theatre; voice|Theatre|craft
dancer|choreographer, ballet dancer, dance teacher|arts|ballet; salsa; contemporary; flamenco|Theatre|craft
musician|pianist, violinist, guitarist, singer, cellist, drummer, vocalist, rapper, DJ|arts|jazz; classical; Andean=folk; opera; electronic|Music|craft
composer|songwriter, music producer, conductor|arts, media|film; video game; choral|Music|craft
artist|painter, sculptor, visual artist, ceramicist, potter, street artist|arts|mural; digital; textile; ceramic|Fine Arts|craft
art curator|museum curator, gallery owner, museum director, art dealer, art historian|arts|contemporary; photography; Latin American|Fine Arts, History|craft
art restorer|conservator, restoration expert|arts|painting; book|Fine Arts|craft
graphic designer|visual designer, brand designer, typographer, art director, web designer|marketing, media, services|brand; packaging; editorial|Graphic Design|corp
creative director|advertising executive, ad executive|marketing|luxury|Graphic Design|craft
fashion designer|tailor, seamstress, stylist, costume designer, textile designer, shoemaker|retail, crafts|sustainable; bridal; alpaca|Graphic Design|craft
model|fashion model, makeup artist, hairdresser, hair stylist, barber, beautician|services, retail|bridal|Vocational Training|craft
jeweler|jeweller, goldsmith, watchmaker|crafts|silver; diamond|Fine Arts|craft
architect|building designer, urban designer|construction|sustainable=green building; hospital; residential; heritage=restoration|Architecture|corp
landscape architect|garden designer, landscaper|construction, crafts|urban; tropical|Architecture|corp
interior designer|interior decorator, furniture designer|construction, crafts|hotel; residential|Architecture, Graphic Design|corp
construction manager|site manager, building contractor, general contractor, builder, quantity surveyor, surveyor|construction|high-rise; road|Civil Engineering|corp
electrician|electrical technician|crafts, construction|industrial; solar|Vocational Training|craft
plumber|pipefitter, heating engineer|crafts|heating|Vocational Training|craft
carpenter|joiner, cabinetmaker, woodworker, furniture maker, luthier|crafts|furniture; boat|Vocational Training|craft
welder|metalworker, blacksmith, machinist, CNC operator|manufacturing, crafts|underwater; pipeline|Vocational Training|craft
mason|bricklayer, stonemason, roofer, house painter, tiler, glazier|crafts, construction|heritage|Vocational Training|craft
mechanic|car mechanic, auto mechanic, aircraft mechanic, automotive technician, bicycle mechanic|automotive, crafts|aircraft; bicycle; EV|Vocational Training|craft
HVAC technician|refrigeration technician, elevator technician, locksmith, handyman|crafts|industrial|Vocational Training|craft
truck driver|lorry driver, bus driver, taxi driver, train driver, crane operator, forklift operator, courier|logistics|long-haul|Vocational Training|craft
pilot|airline pilot, aviator, helicopter pilot, flight captain, commercial pilot, pilots, flight instructor, drone pilot|aviation|helicopter; cargo; Boeing 737; bush|Aviation|craft
flight attendant|cabin crew, air hostess|aviation|long-haul|Hospitality Management|craft
air traffic controller|airport manager, airport operations manager|aviation, government|tower|Aviation|craft
ship captain|sailor, sea captain, ship's master, mariner, seafarer, marine engineer, skipper, harbor pilot|logistics|cargo; cruise; tugboat|Vocational Training|craft
astronaut|cosmonaut, space mission specialist, flight director|aerospace|mission specialist|Aerospace Engineering, Physics|craft
chef|cook, head chef, culinary chef, sous chef, cocinero, chefs|hospitality|pastry=patissier; sushi; Peruvian=Nikkei; vegan=plant-based; private; Michelin-starred=fine dining|Culinary Arts|chef
baker|pastry maker, chocolatier, bread maker, cheesemaker, confectioner|hospitality|sourdough; chocolate|Culinary Arts|craft
restaurateur|restaurant owner, restaurant manager, café owner, bar owner, caterer, food truck owner|hospitality|Peruvian; Italian; vegan|Hospitality Management|craft
bartender|mixologist, waiter, waitress, server|hospitality|cocktail|Hospitality Management|craft
sommelier|wine expert, winemaker, oenologist, vintner, brewer, brewmaster, distiller, coffee roaster|hospitality, agriculture|wine; craft beer; coffee; pisco|Culinary Arts, Agriculture|craft
butcher|fishmonger, grocer, food producer|hospitality, crafts|artisan|Vocational Training|craft
hotel manager|hotelier, hospitality manager, concierge, housekeeper|hospitality|luxury; boutique|Hospitality Management|corp
tour guide|travel agent, tourism manager, travel guide, mountain guide, tour operator|hospitality|mountain; wildlife; Machu Picchu; museum|Geography, History|craft
farmer|agricultural producer, rancher, grower, dairy farmer, crop farmer|agriculture|organic; dairy; coffee; quinoa; cattle; avocado|Agriculture|craft
agronomist|agricultural scientist, crop scientist, soil scientist, agricultural engineer|agriculture|coffee; soil; irrigation; potato|Agriculture|corp
beekeeper|apiarist, honey producer, beekeepers|agriculture|urban; queen|Agriculture|craft
gardener|horticulturist, florist, botanist, arborist, tree surgeon, nursery owner|agriculture, crafts|orchid; urban; botanical|Agriculture, Biology|craft
forester|forest ranger, park ranger, forestry manager, lumberjack|government, nonprofit|rainforest; wildfire|Environmental Science|craft
fisherman|fisher, fish farmer, aquaculture specialist, fisheries manager, diver, diving instructor|agriculture|shrimp; salmon; oyster|Marine Biology, Vocational Training|craft
zookeeper|animal trainer, dog trainer, animal keeper, horse trainer, jockey, dog groomer|services, nonprofit|dog; elephant; horse|Biology|craft
athlete|football player, footballer, soccer player, basketball player, tennis player, swimmer, runner, cyclist, Olympian, professional athlete, hockey player, ice hockey player, rugby player, cricketer, volleyball player, baseball player, handball player, surfer, boxer, gymnast|sports|football=soccer; tennis; marathon; surfing; swimming; rugby|Sports Science|craft
sports coach|football coach, soccer coach, coach, swim coach, tennis coach, basketball coach, trainer, surf instructor, ski instructor, swimming instructor|sports|football=soccer; tennis; swimming; rugby|Sports Science|craft
fitness trainer|personal trainer, yoga teacher, yoga instructor, pilates instructor, fitness instructor, martial arts instructor, jiu-jitsu instructor, gym owner|sports, services|yoga; strength|Sports Science|craft
referee|umpire, sports official, sports agent, sports manager, sports marketer|sports|football=soccer|Sports Science|craft
esports player|professional gamer, streamer, chess player, chess grandmaster, esports coach|sports, media|chess; strategy|Computer Science|craft
magician|circus performer, acrobat, clown, puppeteer|arts|close-up|Theatre|craft
podcaster|radio host, radio presenter, TV presenter, television host, podcast producer|media|business; true crime|Journalism|craft
private investigator|detective agency owner, security guard, bodyguard|services|corporate|Sociology|craft
funeral director|undertaker, cleaner, janitor, street vendor|services|green|Vocational Training|craft
genealogist|family historian, astrologer, collector|services|DNA|History|craft
toy designer|board game designer, puzzle maker|crafts, retail|wooden|Graphic Design|craft
stay-at-home parent|homemaker, stay at home dad, stay at home mom|services|home|Education|craft
`;
