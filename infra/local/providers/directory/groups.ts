/**
 * Groups of people the directory must hold, one a line: count | origin | where they live (city or country code) |
 * profession[: specialism] | firm | school | field | interests | languages | stage. An empty cell is left to chance.
 */
export const GROUPS = `
13|||investor: early-stage||Stanford University||entrepreneurship||
16|PE|US|software engineer|||Computer Science|artificial intelligence, machine learning||student
13|PE||management consultant|McKinsey & Company|Dartmouth College||||
13||US|lawyer: food and beverage||Georgetown Law||||
10|DE|AU|marine biologist||||ocean conservation||
16|PH|Toronto|nurse|||||Tagalog, English|
12||Singapore|lawyer: blockchain||||blockchain||
14|||pilot||||||retired
10|||beekeeper||||beekeeping||
12||Nairobi|chief technology officer: climate tech|||Computer Science|climate tech, climate change, entrepreneurship||
8||Berlin|founder: climate tech||||climate tech, entrepreneurship||
8||London|founder: fintech||||fintech, entrepreneurship||
8||San Francisco|founder: AI||||artificial intelligence, entrepreneurship||
8||Lima|chef: Peruvian||||gastronomy||
8|JP|New York|chef: sushi||||gastronomy||
8||Paris|fashion designer: sustainable||||fashion, sustainability||
8|BR|PT|software engineer||||||
8|IN|GB|doctor||||||
8|NG|GB|doctor||||public health||
8|NG|Lagos|founder: fintech||||fintech||
8||Tokyo|robotics engineer||||robotics||
8|UA|Berlin|software engineer||||||
8||US|lawyer: immigration||Yale Law School|||Spanish, English|
8||New York|lawyer: patent|Sidley Austin|Harvard Law School||intellectual property||
8||London|AI researcher: AI safety|Google DeepMind|University of Oxford||AI safety||
8||San Francisco|machine learning engineer|OpenAI|Stanford University||large language models||
8||US|software engineer|Google|Massachusetts Institute of Technology||||
8||US|investor: early-stage|Sequoia Capital|Harvard Business School||||
8|||investor: climate tech||||climate tech||
8||Boston|management consultant: healthcare|Boston Consulting Group|Harvard Business School||||
8|||journalist: investigative||||anti-corruption||
8||Kyiv|journalist: war||||||
8|MX|US|teacher: math|||||Spanish, English|
8||Vancouver|architect: sustainable||||sustainability||
8||CO|agronomist: coffee||||coffee||
8||CL|astronomer||||astronomy||
8||FR|sommelier: wine||||wine||
8||IT|sommelier: wine||||wine||
8||Amsterdam|data scientist||||data science||
8||US|economist||University of Chicago|Economics|||
8|||economist: development|World Bank|||poverty reduction||
8||Geneva|diplomat|United Nations|||human rights||
8||AE|real estate agent||||||
8||Copenhagen|renewable energy engineer: wind||||wind energy||
8||ZA|veterinarian: wildlife||||biodiversity||
8||Mumbai|filmmaker||||film||
8|KR|US|musician: classical||The Juilliard School||classical music||
8||Nashville|musician||||music production||
8||DE|carpenter||||||
8||AU|electrician||||||
8|||doctor: tropical medicine|Médecins Sans Frontières|||vaccines||
8||Seoul|game developer||||video games||
8|||athlete: football||||football||
8|||astronaut|NASA|||space exploration||
8||Bengaluru|product manager: AI||||||
8||Mexico City|marketing manager: digital||||||
8|||teacher||||||retired
8|||doctor||||||retired
8|||civil engineer||||||retired
8|CN|US|AI researcher||Tsinghua University||artificial intelligence||
8|||translator: Quechua|||||Quechua, Spanish|
8||US|psychologist|||||Spanish, English|
8|IR|CA|civil engineer||||||
8|||professor: economics||Princeton University||||
10||London|software engineer: Python||||||
8||Toronto|data analyst||||||
8||Chicago|accountant||||||
8||Sydney|teacher: science||||||
8||Madrid|lawyer||||||
8||Lima|investor: early-stage||||entrepreneurship||
8||US|surgeon: heart|Cleveland Clinic|||||
8||IS|photographer: wildlife||||photography||
8||Melbourne|carpenter||||||
8||Los Angeles|actor||||||
8||Vienna|musician: opera||||classical music||
`;
