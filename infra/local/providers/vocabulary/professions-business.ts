/** The same columns as in professions-technical.ts. */
export const BUSINESS = `
management consultant|strategy consultant, consultant, business consultant, strategy advisor, management consultants|consulting|digital transformation; healthcare; operations; public sector; energy; retail; mining; sustainability|Business Administration, Economics|consult
investor|venture capitalist, VC, venture investor, startup investor, angel investor|venture capital|early-stage=early stage/seed/pre-seed/seed-stage/angel; growth-stage=growth equity/late-stage; climate tech=climate; fintech; biotech=life sciences; impact=social impact; crypto=web3; deep tech|Business Administration, Finance, Economics|invest
private equity investor|PE investor, private equity associate, buyout investor|private equity|mid-market; infrastructure; healthcare|Finance, Business Administration|invest
hedge fund manager|portfolio manager, asset manager, fund manager|private equity, banking|quantitative; emerging markets; equity|Finance, Mathematics|invest
investment banker|M&A banker, banker|banking|M&A; technology; energy|Finance, Economics|invest
quantitative analyst|quant, quant trader, algorithmic trader|banking, private equity|derivatives|Mathematics, Physics|corp
trader|stock trader, commodities trader, day trader|banking, energy|commodities; FX; energy|Finance|corp
financial analyst|equity analyst, FP&A analyst, finance manager|banking, consumer goods|equity; credit|Finance|corp
financial advisor|wealth manager, financial planner, private banker|banking, insurance|retirement|Finance|corp
accountant|CPA, auditor, bookkeeper, tax accountant, chartered accountant|consulting, banking|tax; forensic; audit|Accounting|corp
actuary|actuarial analyst|insurance|life; climate risk|Mathematics, Statistics|corp
insurance broker|insurance agent, underwriter, claims adjuster|insurance|marine; health; cyber|Finance|corp
risk manager|risk analyst, credit risk analyst|banking|credit; climate|Finance, Statistics|corp
chief executive officer|CEO, chief executive, managing director, company president|technology, consumer goods, startup|fintech; climate; healthcare; AI|Business Administration|exec
chief technology officer|CTO, VP of engineering, head of engineering, engineering manager, engineering leader|startup, technology|climate tech=climate; fintech; healthtech; edtech; AI|Computer Science|exec
chief financial officer|CFO, finance director, controller|technology, retail, startup|fintech; manufacturing|Finance, Accounting|exec
chief operating officer|COO, operations director|technology, retail|logistics|Business Administration|exec
chief marketing officer|CMO, head of marketing, marketing director, VP marketing|consumer goods, retail|brand; digital|Marketing|exec
founder|co-founder, entrepreneur, startup founder, business owner, solopreneur, social entrepreneur|startup|fintech; edtech; climate tech=climate; biotech; AI=artificial intelligence; food=foodtech; agritech; healthtech; fashion; crypto|Business Administration, Computer Science|exec
board member|non-executive director, board director, trustee|banking, consumer goods|audit|Business Administration|craft
project manager|program manager, programme manager, PMP, scrum master, agile coach|technology, construction, energy|IT; construction; agile|Management|corp
business analyst|business systems analyst|banking, technology|IT|Business Administration|corp
operations manager|operations lead, plant manager, factory manager|manufacturing, logistics|warehouse|Industrial Engineering|corp
supply chain manager|logistics manager, procurement manager, supply chain expert, buyer, purchasing manager|logistics, consumer goods|cold chain; sustainable; procurement|Management|corp
marketing manager|marketer, marketing specialist, digital marketer, brand manager, SEO specialist|marketing, consumer goods, retail|digital=SEO/performance; brand; content; social media; luxury|Marketing|corp
social media manager|community manager, influencer, content creator, YouTuber|marketing, media|beauty; travel|Communications|corp
copywriter|content writer, technical writer, content strategist|marketing|technical; UX|Literature, Communications|corp
public relations manager|PR manager, communications manager, spokesperson, publicist|marketing|crisis; health|Communications|corp
market researcher|consumer insights manager|marketing, consumer goods|qualitative|Marketing, Psychology|corp
sales manager|sales representative, salesperson, account executive, account manager, business development manager|technology, retail, pharmaceuticals|SaaS=software; medical; enterprise|Marketing, Business Administration|corp
customer success manager|customer service manager, customer support specialist, call center agent|technology|SaaS|Communications|corp
human resources manager|HR manager, HR director, people operations, HR business partner|technology, retail, consulting|compensation; people analytics|Psychology, Management|corp
recruiter|headhunter, talent acquisition specialist, executive search consultant|technology, consulting|tech=technical; executive; healthcare|Psychology|corp
executive assistant|personal assistant, office manager, secretary, receptionist|banking, technology|bilingual|Communications|corp
executive coach|life coach, career coach, leadership coach, business coach|services|women; career|Psychology|craft
real estate agent|realtor, estate agent, property developer, real estate developer, property manager|real estate|luxury; commercial; vacation|Business Administration|corp
event planner|event manager, wedding planner, conference organizer|hospitality, marketing|wedding; festival|Hospitality Management|corp
retail manager|store manager, shopkeeper, merchandiser|retail|fashion; grocery|Management|corp
e-commerce manager|ecommerce manager, online store owner|retail|fashion; marketplace|Marketing|corp
cashier|shop assistant, store clerk, barista|retail|coffee|Vocational Training|craft
sustainability manager|ESG manager, sustainability officer, chief sustainability officer, carbon analyst|energy, consumer goods, banking|carbon=decarbonization; fashion; reporting|Environmental Science|corp
innovation manager|R&D manager, head of innovation, technology transfer manager|consumer goods, pharmaceuticals|food; open|Management|corp
customs broker|import export manager, freight forwarder, trade specialist|logistics|cold chain|International Relations|corp
cryptocurrency analyst|crypto trader, DeFi analyst, tokenomics expert|cryptocurrency|bitcoin; stablecoin|Economics, Finance|corp
translator|interpreter, localization specialist, translators|services, nonprofit|legal; medical; literary; Quechua; conference|Linguistics|craft
`;
