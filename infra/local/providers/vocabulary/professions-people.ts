/** The same columns as in professions-technical.ts. */
export const CARE_LAW_EDUCATION = `
lawyer|attorney, counsel, legal counsel, solicitor, barrister, advocate, litigator, legal expert, abogado, abogada, avocat|law|food and beverage=food & beverage/food law/food and drug/beverage law; patent=intellectual property/IP/trademark; immigration=asylum/visa; corporate=M&A/mergers and acquisitions; tax; criminal defense=criminal; family=divorce; environmental=climate; human rights=civil rights; employment=labor/labour; antitrust=competition; privacy=data protection/GDPR; real estate=property; maritime=shipping; entertainment=media/music; sports; blockchain=crypto/cryptocurrency/web3; bankruptcy=restructuring; healthcare=health; international arbitration=arbitration; tech=technology; energy; securities=capital markets; fashion; space; animal|Law|law
judge|magistrate, justice|government|federal; family; commercial|Law|craft
paralegal|legal assistant|law|immigration; litigation|Law|corp
notary|notary public|law|property|Law|craft
legal scholar|law professor, professor of law|education|constitutional; international|Law|edu
compliance officer|compliance manager, regulatory affairs specialist, AML officer|banking, pharmaceuticals|anti-money laundering=AML; regulatory; data|Law, Finance|corp
nurse|registered nurse, RN, nurse practitioner, nurses, enfermera|healthcare|pediatric=paediatric; ICU=intensive care/critical care; emergency=ER; oncology; geriatric=elderly care; psychiatric; surgical; community|Nursing|med
doctor|physician, medical doctor, MD, general practitioner, GP, medic, médico, médica|healthcare|family; tropical medicine; emergency; internal medicine; rural; sports|Medicine|med
surgeon|surgical consultant|healthcare|heart=cardiac/cardiothoracic; brain=neurosurgery/neurosurgeon; plastic; orthopedic=orthopaedic; transplant; trauma|Medicine|med
cardiologist|heart specialist|healthcare|interventional; pediatric|Medicine|med
oncologist|cancer specialist, cancer doctor|healthcare|breast cancer; pediatric; radiation|Medicine|med
pediatrician|paediatrician, children's doctor|healthcare|neonatal; rural|Medicine|med
psychiatrist|mental health doctor|healthcare|child; addiction|Medicine|med
dermatologist|skin doctor|healthcare|cosmetic|Medicine|med
radiologist|medical imaging specialist|healthcare|interventional; AI=artificial intelligence|Medicine|med
anesthesiologist|anaesthetist|healthcare|pediatric|Medicine|med
gynecologist|obstetrician, OB-GYN|healthcare|fertility=IVF|Medicine|med
neurologist|brain doctor|healthcare|stroke; dementia=Alzheimer|Medicine|med
ophthalmologist|eye doctor, optometrist, optician|healthcare|retina|Medicine|med
dentist|orthodontist, dental surgeon|healthcare|orthodontic; pediatric|Dentistry|med
veterinarian|vet, veterinary surgeon, animal doctor|healthcare, agriculture|wildlife; equine=horse; small animal|Veterinary Medicine|med
pharmacist|chemist's, clinical pharmacist|healthcare, pharmaceuticals|hospital; oncology|Pharmacy|med
midwife|doula, birth attendant|healthcare|community|Nursing|med
paramedic|EMT, ambulance driver, first responder|healthcare|air|Nursing|craft
physiotherapist|physical therapist, occupational therapist|healthcare|sports; pediatric|Sports Science|med
psychologist|therapist, psychotherapist, counselor, counsellor|healthcare|child; clinical; sports; trauma; organizational|Psychology|med
speech therapist|speech-language pathologist|healthcare, education|child|Linguistics, Psychology|med
nutritionist|dietitian, dietician|healthcare|sports; child|Public Health|med
epidemiologist|public health researcher, virologist, immunologist|nonprofit, government|malaria; COVID-19; HIV|Public Health|science
clinical researcher|clinical trial manager, clinical research associate, drug developer|pharmaceuticals|oncology; vaccine|Biology, Medicine|corp
medical laboratory scientist|lab technician, laboratory technician|healthcare|blood|Biology|corp
acupuncturist|massage therapist, osteopath, chiropractor|services|sports|Sports Science|craft
caregiver|carer, care worker, home health aide, nanny, au pair|healthcare|elderly; disability|Nursing|craft
social worker|case worker, community worker|nonprofit, government|child; refugee; addiction|Sociology, Psychology|craft
teacher|school teacher, educator, schoolteacher, profesor, profesora|education|math=maths/mathematics; science; primary school=elementary/kindergarten; special education=special needs; English=ESL/TESOL; music; Spanish; Mandarin; physics; history; art|Education|edu
professor|lecturer, academic, university teacher, associate professor, scholar|education|computer science; economics; history; engineering; literature; biology; philosophy; political science; medicine|Education, Philosophy|edu
school principal|headteacher, headmaster, school director|education|bilingual|Education|craft
tutor|private teacher, SAT tutor|education, services|maths; language|Education|craft
instructional designer|e-learning developer, curriculum developer|education|corporate|Education|corp
librarian|archivist, library scientist|education, government|digital; music|Literature, History|craft
kindergarten teacher|early childhood educator, preschool teacher, nursery teacher|education|Montessori|Education|craft
priest|pastor, minister, rabbi, rabbis, imam, chaplain, monk|nonprofit|hospital; military|Philosophy|craft
police officer|detective, policeman, policewoman, cop|government|cybercrime; homicide|Sociology|craft
firefighter|fireman, fire chief|government|wildfire|Vocational Training|craft
soldier|army officer, military officer, veteran, navy officer, marine|government|logistics; intelligence|Political Science|craft
diplomat|ambassador, consul, foreign service officer|government|trade; climate|International Relations|craft
civil servant|public servant, government official, public administrator, policy maker|government|health; tax; education|Public Policy|corp
policy analyst|policy advisor, public policy expert, think tank researcher, AI policy researcher|government, nonprofit|climate; AI=artificial intelligence; education; migration|Public Policy, Political Science|corp
politician|mayor, council member, member of parliament, legislator|government|local|Political Science|craft
lobbyist|government relations manager, public affairs consultant|government, consulting|energy|Political Science|corp
humanitarian worker|aid worker, relief worker, NGO worker, development worker|nonprofit|refugee; disaster relief; water|International Relations|corp
NGO director|nonprofit director, charity director, executive director|nonprofit|environmental; education; women's rights|Public Policy|craft
human rights activist|campaigner, community organizer, environmental activist|nonprofit|climate; indigenous rights|Political Science|craft
fundraiser|development officer, grant writer|nonprofit|university|Communications|corp
urban planner|city planner, transport planner|government, construction|transport; housing|Urban Planning|corp
`;
