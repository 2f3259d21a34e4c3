/** One profession a line: name | other names | industries | specialisms ("name=other name/other name") | fields of study | ladder of seniorities. */
export const TECHNICAL = `
software engineer|software developer, programmer, coder, developer, software engineers|technology, banking, startup|backend=back-end/Go/Rust; frontend=front-end/React/JavaScript/TypeScript; full-stack=fullstack; mobile=iOS/Android/Swift/Kotlin; embedded=firmware/cpp; blockchain=web3/smart contracts; Python=Django; Java=Spring/Kotlin; cloud=AWS/Azure|Computer Science, Software Engineering|corp
machine learning engineer|ML engineer, AI engineer, deep learning engineer|artificial intelligence, technology, startup|computer vision; NLP=natural language processing; recommendation; robotics|Computer Science, Data Science|corp
AI researcher|artificial intelligence researcher, machine learning researcher, AI scientist, research scientist|artificial intelligence, research, education|AI safety=AI alignment; language model=LLM; reinforcement learning; computer vision=vision|Computer Science, Mathematics|science
data scientist|data science professional|technology, banking, retail|healthcare; marketing; fraud; geospatial|Data Science, Statistics|corp
data engineer|ETL developer, big data engineer|technology, retail|streaming; cloud|Computer Science|corp
data analyst|business intelligence analyst, BI analyst|retail, technology, healthcare|sales; people; sports|Statistics, Economics|corp
DevOps engineer|site reliability engineer, SRE, platform engineer|technology|Kubernetes=containers; cloud=AWS/Azure|Computer Science|corp
cybersecurity specialist|cyber security expert, security engineer, information security analyst, ethical hacker, penetration tester, CISO|technology, banking, government|cloud; application; threat intelligence=incident response|Computer Science|corp
product manager|product owner, product lead|technology, startup|growth; fintech=payments; AI=artificial intelligence; healthcare|Computer Science, Business Administration|corp
UX designer|user experience designer, product designer, UI designer, interaction designer|technology, startup|research=user research; accessibility; mobile|Graphic Design, Psychology|corp
QA engineer|test engineer, software tester, quality assurance engineer|technology|automation|Computer Science|corp
systems administrator|sysadmin, IT administrator, network engineer, information technology manager, IT support|technology, telecommunications|Linux; network|Computer Science|corp
database administrator|DBA|technology, banking|Postgres=SQL; Oracle|Computer Science|corp
game developer|video game designer, game designer, game programmer|media|indie; Unity=Unreal|Computer Science, Graphic Design|corp
blockchain developer|smart contract developer, web3 developer, Solidity developer|cryptocurrency|DeFi; Ethereum|Computer Science|corp
robotics engineer|roboticist, automation engineer|automotive, manufacturing, startup|surgical; drone; warehouse|Mechanical Engineering, Electrical Engineering|corp
hardware engineer|chip designer, semiconductor engineer, electronics engineer|technology, manufacturing|analog; FPGA=ASIC/VLSI|Electrical Engineering|corp
electrical engineer|power engineer|energy, manufacturing|grid=power grid/smart grid; solar|Electrical Engineering|corp
mechanical engineer|design engineer|automotive, manufacturing, aerospace|thermal; HVAC; EV=electric vehicle|Mechanical Engineering|corp
civil engineer|structural engineer, bridge engineer|construction|structural=bridge; water=hydraulic; geotechnical; transportation|Civil Engineering|corp
chemical engineer|process engineer|energy, pharmaceuticals|process; polymer|Chemical Engineering|corp
aerospace engineer|rocket scientist, aeronautical engineer, space engineer, satellite engineer|aerospace|propulsion; satellite; avionics|Aerospace Engineering|corp
biomedical engineer|medical device engineer|healthcare, pharmaceuticals|prosthetics; imaging|Biomedical Engineering|corp
environmental engineer|environmental consultant, sustainability consultant|energy, government|wastewater=water; air quality|Environmental Science, Civil Engineering|corp
renewable energy engineer|solar engineer, wind engineer, wind turbine technician|energy|solar=photovoltaic; wind=offshore wind; hydrogen|Electrical Engineering, Mechanical Engineering|corp
petroleum engineer|oil and gas engineer, drilling engineer|energy|reservoir; offshore|Chemical Engineering|corp
mining engineer|mine engineer, metallurgist|mining|copper; lithium; safety|Geology, Industrial Engineering|corp
nuclear engineer|nuclear scientist, reactor operator|energy|fusion; reactor safety|Physics|corp
industrial engineer|process improvement engineer, lean six sigma specialist|manufacturing|lean; quality|Industrial Engineering|corp
telecommunications engineer|telecom engineer, 5G engineer, RF engineer|telecommunications|5G; fiber|Electrical Engineering|corp
physicist|particle physicist, quantum physicist|research, education|particle; quantum; astro=astrophysics; plasma|Physics|science
astronomer|astrophysicist, cosmologist|research, education|radio; exoplanet|Physics|science
chemist|research chemist|pharmaceuticals, research|organic; analytical; food; cosmetic|Chemistry|science
biologist|life scientist, molecular biologist, microbiologist|research, education|molecular; cell; evolutionary; plant|Biology|science
marine biologist|marine scientist, oceanographer, marine ecologist, marine biologists|research, nonprofit|coral reef; whale; deep-sea; fisheries|Marine Biology, Biology|science
ecologist|conservation biologist, wildlife biologist, conservationist|nonprofit, research|rainforest; wildlife; wetland|Environmental Science, Biology|science
geneticist|genomics scientist, bioinformatician|research, pharmaceuticals|human; plant; cancer|Biology|science
neuroscientist|brain researcher, cognitive scientist|research, education|cognitive; computational|Neuroscience|science
climate scientist|climatologist, meteorologist, weather forecaster, glaciologist, atmospheric scientist|research, government|polar; ocean; extreme weather|Environmental Science, Physics|science
geologist|geoscientist, volcanologist, seismologist|mining, research|volcanic; petroleum; exploration|Geology|science
mathematician|maths researcher, cryptographer|education, research|pure; applied; cryptography|Mathematics|science
statistician|biostatistician|research, pharmaceuticals, government|clinical; survey|Statistics|science
archaeologist|archeologist, paleontologist|research, education|Inca=Andean; underwater; Egyptian=Egyptology|Anthropology, History|science
anthropologist|ethnographer|education, nonprofit|cultural; medical; digital|Anthropology|science
historian|history researcher|education, arts|art; military; economic; medieval=Middle Ages|History|science
economist|econometrician, economic researcher|government, banking, nonprofit|development; labor=labour; health; climate; behavioral|Economics|science
sociologist|social scientist, social researcher|education, nonprofit|urban; migration|Sociology|science
linguist|computational linguist, lexicographer|education, technology|computational; Quechua; phonetics|Linguistics|science
food scientist|food technologist, flavorist|consumer goods|dairy; fermentation; plant-based|Chemistry, Biology|science
materials scientist|nanotechnologist|research, manufacturing|battery; polymer|Physics, Chemistry|science
entomologist|insect scientist|research, agriculture|bee; mosquito|Biology|science
`;
