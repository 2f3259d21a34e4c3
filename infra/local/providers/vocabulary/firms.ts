/** Real employers by industry; the industry's name is a search word too. */
export const FIRMS: Readonly<Record<string, string>> = {
  consulting:
    'McKinsey & Company=McKinsey; Boston Consulting Group=BCG; Bain & Company=Bain; Deloitte; PwC=PricewaterhouseCoopers; EY=Ernst & Young; KPMG; Accenture; Oliver Wyman; Roland Berger; Kearney; Booz Allen Hamilton; Strategy&; L.E.K. Consulting; FTI Consulting',
  'venture capital':
    'Sequoia Capital=Sequoia; Andreessen Horowitz=a16z; Accel; Benchmark; Greylock; Kleiner Perkins; Index Ventures; Lightspeed Venture Partners=Lightspeed; General Catalyst; Founders Fund; First Round Capital; Y Combinator=YC; 500 Global; Techstars; Bessemer Venture Partners; Union Square Ventures; Khosla Ventures; Kaszek; Atomico',
  'private equity':
    'Blackstone; KKR; The Carlyle Group=Carlyle; Apollo Global Management=Apollo; TPG; Warburg Pincus; EQT; CVC Capital Partners; Advent International; Bridgewater Associates; Citadel; Two Sigma',
  banking:
    'Goldman Sachs; JPMorgan Chase=JP Morgan, JPMorgan; Morgan Stanley; Citi=Citibank, Citigroup; HSBC; Barclays; UBS; Deutsche Bank; BNP Paribas; Santander; BBVA; Bank of America; Wells Fargo; Standard Chartered; DBS Bank; Itaú Unibanco; Nubank; Stripe; PayPal; Visa; Mastercard; Revolut',
  law: 'Sidley Austin=Sidley; Kirkland & Ellis=Kirkland; Latham & Watkins=Latham; Skadden; Baker McKenzie; DLA Piper; Clifford Chance; Linklaters; Allen & Overy; White & Case; Hogan Lovells; Jones Day; Covington & Burling=Covington; Norton Rose Fulbright; Dentons; Fragomen; Freshfields; Morrison Foerster; Wilson Sonsini; Davis Polk; Keller and Heckman; Garrigues',
  technology:
    'Google; Microsoft; Amazon; Apple; Meta=Facebook; Netflix; NVIDIA; Intel; IBM; Oracle; SAP; Salesforce; Adobe; Spotify; Shopify; Atlassian; Canva; Uber; Airbnb; Booking.com; MercadoLibre=Mercado Libre; Rappi; Grab; Gojek; Samsung Electronics=Samsung; Sony; Tencent; Alibaba; ByteDance=TikTok; Baidu; Huawei; Infosys; Tata Consultancy Services=TCS; Wipro; Cisco; Qualcomm; AMD; GitHub; Cloudflare; Databricks; Snowflake; Palantir; LinkedIn',
  'artificial intelligence':
    'OpenAI; Anthropic; Google DeepMind=DeepMind; Mistral AI; Hugging Face; Cohere; Stability AI; Scale AI; Allen Institute for AI; Mila; Aleph Alpha; Sakana AI',
  healthcare:
    "Mayo Clinic; Cleveland Clinic; Kaiser Permanente; NHS=National Health Service; Massachusetts General Hospital; Charité; Johns Hopkins Hospital; Great Ormond Street Hospital; Toronto General Hospital; SickKids=Hospital for Sick Children; Apollo Hospitals; Singapore General Hospital; Aga Khan University Hospital; Hospital Israelita Albert Einstein; Royal Melbourne Hospital; St Jude Children's Research Hospital",
  pharmaceuticals:
    'Pfizer; Novartis; Roche; Moderna; BioNTech; AstraZeneca; GSK; Merck; Sanofi; Bayer; Novo Nordisk; Genentech; Johnson & Johnson; Illumina; Takeda',
  'consumer goods':
    'Nestlé; Unilever; Procter & Gamble=P&G; The Coca-Cola Company=Coca-Cola; PepsiCo; Danone; Mars; AB InBev; Diageo; Heineken; Kraft Heinz; General Mills; Starbucks',
  retail:
    "L'Oréal=L'Oreal; LVMH; Nike; Adidas; IKEA; Zara=Inditex; H&M; Walmart; Target; Costco; Carrefour; Tesco; Uniqlo; Patagonia; Gucci; Hermès",
  energy:
    'Shell; BP; ExxonMobil; TotalEnergies; Equinor; Ørsted; Vestas; Enel; Iberdrola; NextEra Energy; Siemens Energy; Schlumberger=SLB; Petrobras; Ecopetrol; Saudi Aramco=Aramco; Northvolt',
  mining: 'Rio Tinto; BHP; Antamina; Newmont; Vale; Glencore; Anglo American; Codelco; Freeport-McMoRan',
  automotive:
    'Toyota; Tesla; BMW; Mercedes-Benz; Volkswagen; Ford; General Motors=GM; Hyundai; BYD; Bosch; Waymo; Ferrari; Rivian',
  aerospace:
    'NASA; ESA=European Space Agency; SpaceX; Boeing; Airbus; Lockheed Martin; Rolls-Royce; Blue Origin; Northrop Grumman; ISRO; Rocket Lab',
  aviation:
    'Delta Air Lines=Delta; Lufthansa; Emirates Airline; LATAM Airlines=LATAM; Qantas; British Airways; Singapore Airlines; KLM; Air France; Ryanair; United Airlines; Ethiopian Airlines',
  manufacturing:
    'Siemens; General Electric=GE; ABB; 3M; Caterpillar; John Deere; Schneider Electric; Honeywell; ASML; TSMC; BASF; Philips; Foxconn',
  logistics:
    'DHL; Maersk; FedEx; UPS; Kuehne+Nagel; DP World; Flexport; CMA CGM; Port of Rotterdam; PSA International',
  construction:
    'Arup; Foster + Partners; Gensler; Zaha Hadid Architects; Bjarke Ingels Group=BIG; AECOM; Skanska; Vinci; Bechtel; Jacobs; Turner Construction; Perkins&Will',
  'real estate':
    "CBRE; JLL; Cushman & Wakefield; Knight Frank; WeWork; Savills; Sotheby's International Realty",
  media:
    'The New York Times; The Guardian; BBC; Reuters; Bloomberg; CNN; Al Jazeera; El País; Der Spiegel; Le Monde; The Economist; National Geographic; Disney; Warner Bros; Universal Music Group; Ubisoft; Nintendo; Electronic Arts; Pixar; Penguin Random House',
  marketing: 'WPP; Ogilvy; Publicis; Edelman; Leo Burnett; Dentsu; Omnicom; Havas; Wieden+Kennedy; HubSpot',
  hospitality:
    'Marriott International=Marriott; Hilton; Accor; Four Seasons; Hyatt; Mandarin Oriental; Central Lima Cocina; Club Med; Ritz-Carlton; Airbnb Experiences',
  government:
    'European Commission; U.S. Department of State; UK Civil Service; City of New York; Ministry of Economy and Finance; Ministry of Health; Government of Canada; U.S. Food and Drug Administration=FDA; Environmental Protection Agency=EPA; European Central Bank=ECB; Federal Reserve; U.S. Army; Royal Navy; Metropolitan Police',
  nonprofit:
    'United Nations=UN; UNICEF; World Bank; International Monetary Fund=IMF; World Health Organization=WHO; UNHCR; Médecins Sans Frontières=Doctors Without Borders, MSF; Red Cross; Oxfam; Save the Children; WWF; Greenpeace; Amnesty International; Gates Foundation; Inter-American Development Bank=IDB; BRAC; Teach For All',
  research:
    'CERN; Max Planck Institute; CNRS; CSIRO; Smithsonian Institution; Broad Institute; Scripps Institution of Oceanography; Woods Hole Oceanographic Institution; Salk Institute; Institut Pasteur; RIKEN; National Institutes of Health=NIH; Australian Institute of Marine Science',
  education:
    'Stanford University; Harvard University; MIT=Massachusetts Institute of Technology; University of Oxford; National University of Singapore; University of Toronto; University of Cape Town; ETH Zurich; Khan Academy; Coursera; Duolingo; International School of Geneva; New York City Public Schools; Teach For America; British Council',
  agriculture:
    "Cargill; Bayer Crop Science; Corteva; Syngenta; Olam; Camposol; Driscoll's; Dole; Chiquita; Yara; John Deere Operations Center; Finca Los Andes",
  sports:
    'FC Barcelona; Manchester United; Real Madrid; Los Angeles Lakers; New York Yankees; FIFA; International Olympic Committee=IOC; NBA; Bayern Munich; Decathlon; Red Bull Racing; Club Alianza Lima',
  arts: "The Metropolitan Museum of Art=The Met; MoMA; Tate Modern=Tate; Louvre Museum=Louvre; Royal Opera House; Berlin Philharmonic; Cirque du Soleil; Bolshoi Theatre; Sydney Opera House; Museo del Prado; British Museum; Sotheby's; Christie's",
  insurance:
    "Allianz; AXA; Swiss Re; Munich Re; Zurich Insurance; MetLife; Prudential; AIG; Lloyd's of London; Rimac Seguros",
  telecommunications:
    'Vodafone; Telefónica; Verizon; AT&T; Orange; Ericsson; Nokia; Safaricom; MTN; Claro; Deutsche Telekom; SK Telecom',
  cryptocurrency: 'Coinbase; Binance; Chainalysis; Consensys; Ripple; Kraken; Ethereum Foundation; Bitso',
};

/** What owners call their own firms, by industry; the owner's family name or an invented word comes first. */
export const OWN_FIRMS: Readonly<Record<string, string>> = {
  crafts: 'Workshop; Studio; & Sons; Works; Atelier',
  agriculture: 'Farm; Orchards; Vineyards; Apiaries; Organics',
  hospitality: 'Kitchen; Bakery; Bistro; Tavern; Café',
  startup: 'Labs; AI; Tech; Health; Bio; Cloud; Robotics; Pay',
  services: 'Services; Coaching; Consulting; Partners; Practice',
  arts: 'Studio; Collective; Ensemble; Films; Press',
};
