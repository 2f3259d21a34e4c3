/** One school a line: name | other names | country code | what it is known for: general, tech, law, business, medicine, arts, trade, college. */
export const SCHOOLS = `
Stanford University|Stanford|US|general tech
Harvard University|Harvard|US|general
Massachusetts Institute of Technology|MIT|US|tech
Harvard Law School|HLS|US|law
Yale Law School|Yale Law|US|law
Georgetown Law|Georgetown University Law Center, Georgetown Law School|US|law
Stanford Law School|Stanford Law|US|law
Columbia Law School|Columbia Law|US|law
NYU School of Law|NYU Law|US|law
Harvard Business School|HBS|US|business
Stanford Graduate School of Business|Stanford GSB, GSB|US|business
The Wharton School|Wharton|US|business
Kellogg School of Management|Kellogg|US|business
Chicago Booth School of Business|Chicago Booth, Booth|US|business
Harvard Medical School||US|medicine
Johns Hopkins University|Johns Hopkins|US|medicine general
Mayo Clinic Alix School of Medicine||US|medicine
Williams College|Williams|US|college
Dartmouth College|Dartmouth|US|college
Amherst College|Amherst|US|college
Swarthmore College|Swarthmore|US|college
Pomona College|Pomona|US|college
Wellesley College|Wellesley|US|college
Smith College||US|college
Howard University|Howard|US|general law
Spelman College|Spelman|US|college
Yale University|Yale|US|general
Princeton University|Princeton|US|general
Columbia University|Columbia|US|general
Cornell University|Cornell|US|general
Brown University|Brown|US|general arts
University of Pennsylvania|UPenn, Penn|US|general
Georgetown University|Georgetown|US|general
Duke University|Duke|US|general
Northwestern University|Northwestern|US|general
University of Chicago|UChicago|US|general
New York University|NYU|US|general arts
University of California, Berkeley|UC Berkeley, Berkeley|US|general tech
University of California, Los Angeles|UCLA|US|general arts
University of California, San Diego|UCSD, UC San Diego|US|general tech
University of Southern California|USC|US|general arts
University of Michigan|UMich|US|general
University of Texas at Austin|UT Austin|US|general tech
Texas A&M University|Texas A&M|US|general tech
Georgia Institute of Technology|Georgia Tech|US|tech
Carnegie Mellon University|Carnegie Mellon, CMU|US|tech
California Institute of Technology|Caltech|US|tech
Purdue University|Purdue|US|tech
University of Washington||US|general tech
University of Florida||US|general
Florida International University||US|general
Ohio State University|Ohio State|US|general
Arizona State University|ASU|US|general
Boston University||US|general
Northeastern University||US|tech general
Rhode Island School of Design|RISD|US|arts
The Juilliard School|Juilliard|US|arts
Berklee College of Music|Berklee|US|arts
Culinary Institute of America||US|trade
Embry-Riddle Aeronautical University|Embry-Riddle|US|trade tech
University of Oxford|Oxford University, Oxford|GB|general law
University of Cambridge|Cambridge University|GB|general
Imperial College London|Imperial College|GB|tech medicine
London School of Economics|LSE|GB|general business
University College London|UCL|GB|general
King's College London||GB|general medicine
University of Edinburgh|Edinburgh University|GB|general
University of Manchester||GB|general
London Business School|LBS|GB|business
Royal College of Art||GB|arts
Royal Academy of Music||GB|arts
Trinity College Dublin|Trinity College|IE|general
University College Dublin|UCD|IE|general
Technical University of Munich|TUM|DE|tech
Ludwig Maximilian University of Munich|LMU Munich|DE|general
Humboldt University of Berlin||DE|general law
RWTH Aachen University|RWTH Aachen|DE|tech
Heidelberg University||DE|medicine general
ETH Zurich|ETH|CH|tech
EPFL|École Polytechnique Fédérale de Lausanne|CH|tech
University of St. Gallen||CH|business
University of Vienna||AT|general
Sorbonne University|Sorbonne|FR|general
École Polytechnique||FR|tech
HEC Paris||FR|business
INSEAD||FR|business
Sciences Po||FR|general
Le Cordon Bleu||FR|trade
KU Leuven||BE|general
Delft University of Technology|TU Delft|NL|tech
University of Amsterdam||NL|general
Wageningen University|Wageningen|NL|general
Leiden University||NL|law general
University of Barcelona||ES|general
IE Business School||ES|business
IESE Business School|IESE|ES|business
Complutense University of Madrid||ES|general
University of Lisbon||PT|general
University of Bologna||IT|general law
Politecnico di Milano||IT|tech
Bocconi University|Bocconi|IT|business
National Technical University of Athens||GR|tech
University of Warsaw||PL|general
Jagiellonian University||PL|general medicine
Charles University||CZ|general
Eötvös Loránd University||HU|general
University of Bucharest||RO|general
Sofia University||BG|general
University of Zagreb||HR|general
University of Belgrade||RS|general
University of Ljubljana||SI|general
Taras Shevchenko National University of Kyiv||UA|general
Lomonosov Moscow State University||RU|general
KTH Royal Institute of Technology|KTH|SE|tech
Karolinska Institutet|Karolinska Institute|SE|medicine
Lund University||SE|general
University of Oslo||NO|general
University of Copenhagen||DK|general
Aalto University||FI|tech arts
University of Iceland||IS|general
University of Tartu||EE|general
Vilnius University||LT|general
University of Toronto|UofT|CA|general
McGill University|McGill|CA|general medicine
University of British Columbia|UBC|CA|general
University of Waterloo||CA|tech
National Autonomous University of Mexico|UNAM|MX|general
Tecnológico de Monterrey|Tec de Monterrey|MX|tech business
University of the Andes|Universidad de los Andes|CO|general
Pontifical Catholic University of Peru|PUCP, Pontificia Universidad Católica del Perú|PE|general law
National University of Engineering|UNI Peru|PE|tech
Universidad del Pacífico||PE|business
Universidad San Francisco de Quito||EC|general
University of Chile|Universidad de Chile|CL|general
Pontifical Catholic University of Chile||CL|general
University of Buenos Aires|UBA|AR|general
University of São Paulo|USP|BR|general
Fundação Getulio Vargas|FGV|BR|business
University of the West Indies|UWI|JM|general
Tsinghua University|Tsinghua|CN|tech
Peking University||CN|general
Fudan University|Fudan|CN|general
Zhejiang University||CN|tech
University of Hong Kong|HKU|HK|general
National Taiwan University|NTU|TW|general
University of Tokyo|Tokyo University|JP|general
Kyoto University||JP|general
Waseda University||JP|general
Seoul National University|SNU|KR|general
KAIST||KR|tech
Indian Institute of Technology Bombay|IIT Bombay, IIT|IN|tech
Indian Institute of Technology Delhi|IIT Delhi|IN|tech
Indian Institute of Management Ahmedabad|IIM Ahmedabad, IIM|IN|business
University of Delhi|Delhi University|IN|general
National Law School of India University|NLSIU|IN|law
All India Institute of Medical Sciences|AIIMS|IN|medicine
Lahore University of Management Sciences|LUMS|PK|business general
University of Dhaka||BD|general
University of Colombo||LK|general
Tribhuvan University||NP|general
University of Indonesia||ID|general
Bandung Institute of Technology|ITB|ID|tech
University of Malaya||MY|general
National University of Singapore|NUS|SG|general
Nanyang Technological University||SG|tech
University of the Philippines||PH|general medicine
Ateneo de Manila University|Ateneo|PH|general
Vietnam National University||VN|general
Chulalongkorn University||TH|general
Boğaziçi University||TR|general
Middle East Technical University|METU|TR|tech
Technion|Israel Institute of Technology|IL|tech
Hebrew University of Jerusalem||IL|general
Tel Aviv University||IL|general
American University of Beirut|AUB|LB|general medicine
King Saud University||SA|general
Sharif University of Technology||IR|tech
University of Tehran||IR|general
Cairo University||EG|general
American University in Cairo|AUC|EG|general
Mohammed V University||MA|general
University of Lagos||NG|general law
University of Ibadan||NG|medicine general
University of Ghana||GH|general
Cheikh Anta Diop University||SN|general
University of Nairobi||KE|general
Strathmore University||KE|business law
Makerere University||UG|general
University of Dar es Salaam||TZ|general
Addis Ababa University||ET|general
University of Cape Town|UCT|ZA|general
Stellenbosch University||ZA|general
University of the Witwatersrand|Wits|ZA|general medicine
University of Melbourne||AU|general law
University of Sydney||AU|general
Australian National University|ANU|AU|general
University of Queensland||AU|general
James Cook University||AU|general
University of Auckland||NZ|general
`;
