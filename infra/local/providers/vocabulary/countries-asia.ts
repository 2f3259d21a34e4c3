/** The same columns as in countries-europe.ts. */
export const ASIA = `
CN|China|PRC, Mainland China|Chinese||Mandarin, English|=chinese, zh_CN|Shanghai; Beijing; Shenzhen, Guangdong; Hangzhou, Zhejiang; Chengdu, Sichuan; Guangzhou, Guangdong; Wuhan, Hubei
HK|Hong Kong||Hongkonger|Hong Konger|Cantonese, Mandarin, English|=chinese, zh_TW|Hong Kong; Kowloon
TW|Taiwan||Taiwanese||Mandarin, English|=chinese, zh_TW|Taipei; Hsinchu
JP|Japan||Japanese||Japanese, English|=japanese, ja|Tokyo; Osaka; Kyoto; Fukuoka; Sapporo; Nagoya; Hiroshima
KR|South Korea|Korea|South Korean|Korean|Korean, English|=korean, ko|Seoul; Busan; Daejeon; Incheon
IN|India||Indian||Hindi, English, Tamil|en_IN|Bengaluru, Karnataka; Mumbai, Maharashtra; New Delhi, Delhi; Hyderabad, Telangana; Chennai, Tamil Nadu; Pune, Maharashtra; Kolkata, West Bengal; Kochi, Kerala; Ahmedabad, Gujarat; Jaipur, Rajasthan; Goa
PK|Pakistan||Pakistani||Urdu, English, Punjabi|=muslim-south-asian, ur|Karachi; Lahore, Punjab; Islamabad
BD|Bangladesh||Bangladeshi|Bengali|Bengali, English|=muslim-south-asian|Dhaka; Chittagong
LK|Sri Lanka||Sri Lankan||Sinhala, Tamil, English|=sri-lankan|Colombo; Kandy
NP|Nepal||Nepali|Nepalese|Nepali, English|en_NP|Kathmandu; Pokhara
ID|Indonesia||Indonesian||Indonesian, English|id_ID|Jakarta; Bandung; Surabaya; Denpasar, Bali; Yogyakarta
MY|Malaysia||Malaysian||Malay, Mandarin, English|=malay, =chinese|Kuala Lumpur; Penang; Johor Bahru
SG|Singapore||Singaporean||English, Mandarin, Malay|=chinese, =malay|Singapore
PH|Philippines|The Philippines|Filipino|Filipina, Pinoy|Tagalog, English|=filipino|Manila; Cebu; Davao
VN|Vietnam|Viet Nam|Vietnamese||Vietnamese, English|vi|Ho Chi Minh City; Hanoi; Da Nang
TH|Thailand||Thai||Thai, English|=thai, th|Bangkok; Chiang Mai; Phuket
KH|Cambodia||Cambodian|Khmer|Khmer, English|=thai|Phnom Penh
KZ|Kazakhstan||Kazakh|Kazakhstani|Kazakh, Russian|uz_UZ_latin|Almaty; Astana
UZ|Uzbekistan||Uzbek||Uzbek, Russian|uz_UZ_latin|Tashkent
GE|Georgia|Sakartvelo|Georgian||Georgian, English|=caucasian, ka_GE|Tbilisi
AM|Armenia||Armenian||Armenian, Russian|=caucasian, hy|Yerevan
AZ|Azerbaijan||Azerbaijani||Azerbaijani, Russian|az|Baku
TR|Turkey|Türkiye|Turkish|Turk|Turkish, English|tr|Istanbul; Ankara; Izmir; Antalya; Bursa
IL|Israel||Israeli||Hebrew, English|=hebrew, he|Tel Aviv; Jerusalem; Haifa
LB|Lebanon||Lebanese||Arabic, French, English|=arabic, ar|Beirut
JO|Jordan||Jordanian||Arabic, English|=arabic, ar|Amman
SA|Saudi Arabia|KSA|Saudi|Saudi Arabian|Arabic, English|=arabic, ar|Riyadh; Jeddah
AE|United Arab Emirates|UAE, Emirates|Emirati||Arabic, English|=arabic, ar|Dubai; Abu Dhabi
QA|Qatar||Qatari||Arabic, English|=arabic, ar|Doha
IQ|Iraq||Iraqi||Arabic, Kurdish|=arabic, ku_ckb|Baghdad; Erbil
IR|Iran|Persia|Iranian|Persian|Persian, English|=persian, fa|Tehran; Isfahan
SY|Syria||Syrian||Arabic, English|=arabic, ar|Damascus; Aleppo
PS|Palestine||Palestinian||Arabic, English|=arabic, ar|Ramallah; Gaza
KW|Kuwait||Kuwaiti||Arabic, English|=arabic, ar|Kuwait City
BH|Bahrain||Bahraini||Arabic, English|=arabic, ar|Manama
OM|Oman||Omani||Arabic, English|=arabic, ar|Muscat
YE|Yemen||Yemeni||Arabic|=arabic, ar|Sanaa; Aden
AF|Afghanistan||Afghan||Dari, Pashto, English|=persian|Kabul; Herat
`;
