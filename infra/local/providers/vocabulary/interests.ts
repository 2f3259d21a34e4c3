/** Interests, each with the other ways of saying it. */
export const INTERESTS = `
artificial intelligence=AI/A.I.
machine learning=ML
deep learning
natural language processing=NLP
large language models=LLM/LLMs/generative AI
computer vision
AI safety=AI alignment/AI ethics
robotics=robots
blockchain=web3/distributed ledger
cryptocurrency=crypto/bitcoin/ethereum
cybersecurity=cyber security/information security/infosec
cloud computing=cloud
quantum computing=quantum
internet of things=IoT
data science=big data/data analytics
open source=open-source
virtual reality=VR/augmented reality
3D printing=additive manufacturing
semiconductors=chips
autonomous vehicles=self-driving cars
drones=UAV
fintech=financial technology
edtech=education technology
healthtech=digital health/health tech
biotech=biotechnology
agritech=agtech/agricultural technology
foodtech=food technology
proptech=real estate technology
legal tech=legaltech
insurtech
govtech=civic tech
climate tech=climatetech/cleantech/clean technology
climate change=climate/global warming
renewable energy=clean energy/renewables
solar energy=solar power/solar
wind energy=wind power
hydrogen
nuclear energy=nuclear power
electric vehicles=EV/EVs/electric cars
batteries=energy storage
sustainability=sustainable development/ESG
circular economy=recycling/waste management
biodiversity=conservation/wildlife conservation
ocean conservation=oceans/coral reefs
water management=water
reforestation=forests
carbon markets=carbon credits/decarbonization
space exploration=space
astronomy=astrophysics
genomics=genetics/DNA
gene editing=CRISPR
neuroscience=brain
cancer research=oncology research/cancer
vaccines=immunization
epidemiology of infectious diseases=infectious diseases/malaria
mental health=wellbeing/well-being
public health=global health
longevity=aging
nutrition=healthy eating
women's health=maternal health
rare diseases
medical devices=medtech
telemedicine=telehealth
accessibility=disability rights
education reform=education policy
early childhood education=preschool
STEM education=STEM
literacy=reading
human rights=civil rights
gender equality=women in leadership/women's rights/feminism
LGBTQ rights=LGBTQ
refugees=migration/asylum
indigenous languages=indigenous peoples/indigenous rights
poverty reduction=development economics
microfinance=financial inclusion
social entrepreneurship=social impact/social enterprise
impact investing
philanthropy=charity/volunteering
democracy=elections
anti-corruption=transparency
international trade=trade
geopolitics=foreign policy
supply chains=supply chain
entrepreneurship=startups/startup/founders
product management=product
user experience=UX
design thinking
digital marketing=growth marketing
e-commerce=ecommerce/online retail
personal finance=financial literacy
real estate investment
behavioral economics=behavioural economics
leadership development=leadership
diversity and inclusion=DEI/diversity
remote work=future of work
coaching
public speaking
creative writing=writing/poetry
photography
film=cinema/documentary
theatre=theater
classical music=opera
jazz
electronic music
music production=music
painting=fine art
sculpture
ceramics=pottery
fashion=sustainable fashion
jewellery=jewelry
interior design
architecture heritage=heritage/restoration
urban planning=smart cities/cities
public transport=mobility
cycling=bicycles
running=marathon
mountaineering=climbing/hiking
surfing
sailing
diving=scuba diving
football=soccer
basketball
tennis
cricket
rugby
swimming
skiing=snowboarding
yoga=meditation/mindfulness
martial arts=judo/karate/jiu-jitsu/taekwondo
dance=dancing/tango
typography=lettering
chess
video games=gaming/esports
board games
gastronomy=cooking/food
wine=winemaking
coffee=specialty coffee
craft beer=brewing
chocolate=cacao
baking=bread
cheese
vegan food=plant-based food/veganism
gardening=horticulture
permaculture=regenerative agriculture/organic farming
beekeeping=bees/pollinators
fisheries=aquaculture
animal welfare=animals
horses=equestrian
dogs
birdwatching=birds
travel=tourism
ecotourism
languages=linguistics
translation
archaeology=ancient history
history
anthropology
philosophy=ethics
religion=theology
genealogy
aviation=flying
trains=railways
motorsport=Formula 1
amateur radio
sewing=textiles
knitting
podcasts=podcasting
data privacy=privacy/GDPR
intellectual property=IP
competition policy=antitrust policy
`;

/** Fields of study, each with the other ways of saying it. */
export const FIELDS = `
Computer Science=CS/computing/informatics
Software Engineering
Electrical Engineering
Mechanical Engineering
Civil Engineering
Chemical Engineering
Aerospace Engineering
Biomedical Engineering
Industrial Engineering
Environmental Science=environmental studies
Data Science
Mathematics=math/maths
Statistics
Physics
Chemistry
Biology=life sciences
Marine Biology
Biochemistry
Medicine=medical school/medical
Nursing
Pharmacy
Dentistry
Veterinary Medicine
Public Health=MPH
Psychology
Neuroscience
Economics=econ
Finance
Accounting
Business Administration=business/MBA
Marketing
Management
Law=legal studies
Political Science=politics/government
International Relations
Public Policy
Sociology
Anthropology
History
Philosophy
Literature=English literature
Linguistics
Journalism
Communications
Education=pedagogy
Architecture
Urban Planning
Graphic Design=design
Fine Arts
Music
Film Studies
Theatre
Culinary Arts
Hospitality Management
Agriculture=agronomy
Geology
Geography
Sports Science=kinesiology
Aviation
Vocational Training
`;
