/** The same columns as in countries-europe.ts. */
export const AFRICA = `
EG|Egypt||Egyptian||Arabic, English|=arabic, ar|Cairo; Alexandria
MA|Morocco||Moroccan||Arabic, French|=arabic, ar|Casablanca; Rabat; Marrakesh; Fez; Tangier
TN|Tunisia||Tunisian||Arabic, French|=arabic|Tunis
DZ|Algeria||Algerian||Arabic, French|=arabic|Algiers
NG|Nigeria||Nigerian||English, Yoruba, Igbo, Hausa|en_NG, yo_NG|Lagos; Abuja; Ibadan; Port Harcourt; Kano
GH|Ghana||Ghanaian||English, Twi|en_GH|Accra; Kumasi; Tamale
SN|Senegal||Senegalese||French, Wolof|fr_SN|Dakar
CI|Ivory Coast|Côte d'Ivoire|Ivorian||French|fr_SN|Abidjan
CM|Cameroon||Cameroonian||French, English|fr_SN|Douala; Yaoundé
KE|Kenya||Kenyan||Swahili, English|=kenyan|Nairobi; Mombasa; Kisumu
UG|Uganda||Ugandan||English, Luganda, Swahili|=kenyan|Kampala
TZ|Tanzania||Tanzanian||Swahili, English|=kenyan|Dar es Salaam; Arusha; Zanzibar
RW|Rwanda||Rwandan||Kinyarwanda, English, French|=kenyan|Kigali
ET|Ethiopia||Ethiopian||Amharic, English|=ethiopian|Addis Ababa
ZA|South Africa||South African||English, Zulu, Afrikaans|en_ZA, zu_ZA, af_ZA|Cape Town, Western Cape; Johannesburg, Gauteng; Durban, KwaZulu-Natal; Pretoria, Gauteng
ZW|Zimbabwe||Zimbabwean||English, Shona|en_ZA|Harare
ZM|Zambia||Zambian||English, Bemba|en_ZA|Lusaka
MZ|Mozambique||Mozambican||Portuguese|pt_PT|Maputo
LY|Libya||Libyan||Arabic|=arabic, ar|Tripoli
SD|Sudan||Sudanese||Arabic, English|=arabic|Khartoum
SO|Somalia||Somali||Somali, Arabic|=arabic|Mogadishu
CD|Democratic Republic of the Congo|DR Congo, Congo, DRC|Congolese||French, Lingala|fr_SN|Kinshasa; Lubumbashi
ML|Mali||Malian||French, Bambara|fr_SN|Bamako
BJ|Benin||Beninese||French|fr_SN|Cotonou
TG|Togo||Togolese||French|fr_SN|Lomé
BF|Burkina Faso||Burkinabé|Burkinabe|French|fr_SN|Ouagadougou
AO|Angola||Angolan||Portuguese|pt_PT|Luanda
NA|Namibia||Namibian||English, Afrikaans|en_ZA, af_ZA|Windhoek
BW|Botswana||Botswanan|Motswana|English, Tswana|en_ZA|Gaborone
MW|Malawi||Malawian||English, Chichewa|en_ZA|Lilongwe
MU|Mauritius||Mauritian||French, English|en_IN|Port Louis
`;

/** The same columns as in countries-europe.ts. */
export const OCEANIA = `
AU|Australia||Australian|Aussie|English|en_AU|Sydney, New South Wales; Melbourne, Victoria; Brisbane, Queensland; Perth, Western Australia; Adelaide, South Australia; Cairns, Queensland; Hobart, Tasmania; Canberra; Gold Coast, Queensland; Darwin, Northern Territory
NZ|New Zealand|Aotearoa|New Zealander|Kiwi|English, Māori|en_AU|Auckland; Wellington; Christchurch; Dunedin; Queenstown
FJ|Fiji||Fijian||English, Fijian|=pacific|Suva
`;
