/** The same columns as in countries-europe.ts. */
export const AMERICAS = `
US|United States|USA, America, United States of America, the States|American||English, Spanish|en_US|New York, New York; Brooklyn, New York; San Francisco, California; Palo Alto, California; San Jose, California; Los Angeles, California; San Diego, California; Boston, Massachusetts; Cambridge, Massachusetts; Chicago, Illinois; Washington, District of Columbia; Seattle, Washington; Austin, Texas; Houston, Texas; Dallas, Texas; Miami, Florida; Orlando, Florida; Atlanta, Georgia; Denver, Colorado; Philadelphia, Pennsylvania; Pittsburgh, Pennsylvania; Portland, Oregon; Minneapolis, Minnesota; Detroit, Michigan; Phoenix, Arizona; Nashville, Tennessee; Salt Lake City, Utah; Raleigh, North Carolina; New Orleans, Louisiana; Honolulu, Hawaii; Anchorage, Alaska; Columbus, Ohio; Las Vegas, Nevada; Burlington, Vermont; Baltimore, Maryland; San Antonio, Texas; Sacramento, California; Oakland, California; Tampa, Florida; Cleveland, Ohio; Milwaukee, Wisconsin; Indianapolis, Indiana; Kansas City, Missouri; Tucson, Arizona; Boulder, Colorado; Ann Arbor, Michigan; Greenwich, Connecticut
CA|Canada||Canadian|Québécois|English, French|en_CA, fr_CA|Toronto, Ontario; Vancouver, British Columbia; Montreal, Quebec; Calgary, Alberta; Ottawa, Ontario; Waterloo, Ontario; Halifax, Nova Scotia; Edmonton, Alberta; Winnipeg, Manitoba; Quebec City, Quebec
MX|Mexico|México|Mexican||Spanish, English|es_MX|Mexico City; Guadalajara, Jalisco; Monterrey, Nuevo León; Mérida, Yucatán; Puebla; Tijuana; Cancún; Oaxaca
GT|Guatemala||Guatemalan||Spanish, English|es_MX|Guatemala City
CR|Costa Rica||Costa Rican|Tico|Spanish, English|es_MX|San José, Costa Rica
PA|Panama|Panamá|Panamanian||Spanish, English|es_MX|Panama City
DO|Dominican Republic||Dominican||Spanish, English|es_MX|Santo Domingo
PR|Puerto Rico||Puerto Rican||Spanish, English|es_MX|San Juan, Puerto Rico
CU|Cuba||Cuban||Spanish, English|es_MX|Havana
JM|Jamaica||Jamaican||English|=caribbean|Kingston, Jamaica
TT|Trinidad and Tobago|Trinidad|Trinidadian||English|=caribbean|Port of Spain
HT|Haiti||Haitian||French, Haitian Creole, English|fr|Port-au-Prince
CO|Colombia||Colombian||Spanish, English|=andean, es_MX|Bogotá; Medellín, Antioquia; Cali; Cartagena; Barranquilla
VE|Venezuela||Venezuelan||Spanish, English|es_MX|Caracas; Maracaibo
EC|Ecuador||Ecuadorian|Ecuadorean|Spanish, Quechua, English|=andean|Quito; Guayaquil
PE|Peru|Perú|Peruvian|Peruana, Peruano|Spanish, Quechua, English|=andean|Lima; Arequipa; Cusco; Trujillo; Piura
BO|Bolivia||Bolivian||Spanish, Aymara, Quechua|=andean|La Paz; Santa Cruz de la Sierra
CL|Chile||Chilean||Spanish, English|es|Santiago; Valparaíso; Concepción; Antofagasta
AR|Argentina||Argentinian|Argentine, Argentinean|Spanish, English|es, it|Buenos Aires; Córdoba; Rosario; Mendoza
UY|Uruguay||Uruguayan||Spanish, English|es|Montevideo
PY|Paraguay||Paraguayan||Spanish, Guaraní|es|Asunción
BR|Brazil|Brasil|Brazilian||Portuguese, English|pt_BR|São Paulo; Rio de Janeiro; Belo Horizonte, Minas Gerais; Porto Alegre; Recife, Pernambuco; Brasília; Curitiba, Paraná; Fortaleza; Florianópolis
SV|El Salvador||Salvadoran|Salvadorian|Spanish, English|es_MX|San Salvador
HN|Honduras||Honduran||Spanish, English|es_MX|Tegucigalpa
NI|Nicaragua||Nicaraguan||Spanish, English|es_MX|Managua
`;
