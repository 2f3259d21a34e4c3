/** One country a line: code | name | other names | demonym | plural or other demonyms | languages | names from | cities ("City, State" where used). */
export const EUROPE = `
GB|United Kingdom|UK, Britain, Great Britain, England, Scotland, Wales|British|Brits, English, Scottish, Welsh|English|en_GB|London, England; Manchester, England; Edinburgh, Scotland; Cambridge, England; Oxford, England; Bristol, England; Birmingham, England; Leeds, England; Glasgow, Scotland; Cardiff, Wales; Liverpool, England; Brighton, England; Belfast, Northern Ireland
IE|Ireland|Republic of Ireland|Irish|Irishmen|English, Irish|en_IE|Dublin; Cork; Galway
DE|Germany|Deutschland|German||German, English|de|Berlin; Munich, Bavaria; Hamburg; Frankfurt, Hesse; Cologne, North Rhine-Westphalia; Stuttgart, Baden-Württemberg; Düsseldorf, North Rhine-Westphalia; Leipzig, Saxony; Dresden, Saxony; Freiburg, Baden-Württemberg
AT|Austria||Austrian||German, English|de_AT|Vienna; Graz; Salzburg; Innsbruck
CH|Switzerland||Swiss||German, French, Italian|de_CH, fr_CH|Zurich; Geneva; Basel; Lausanne; Bern; Zug; Lugano
FR|France||French|Frenchmen|French, English|fr|Paris, Île-de-France; Lyon; Marseille; Toulouse; Bordeaux; Lille; Nantes; Strasbourg; Montpellier; Grenoble
BE|Belgium||Belgian||Dutch, French, English|nl_BE, fr|Brussels; Antwerp; Ghent; Leuven
NL|Netherlands|Holland, The Netherlands|Dutch|Dutchmen|Dutch, English|nl|Amsterdam; Rotterdam; Utrecht; Eindhoven; The Hague; Delft; Leiden; Groningen
LU|Luxembourg||Luxembourger||French, German|fr_LU|Luxembourg City
ES|Spain|España|Spanish|Spaniard, Catalan, Basque|Spanish, Catalan, English|es|Madrid; Barcelona, Catalonia; Valencia; Seville, Andalusia; Bilbao; Málaga, Andalusia; Granada, Andalusia
PT|Portugal||Portuguese||Portuguese, English|pt_PT|Lisbon; Porto; Coimbra; Braga
IT|Italy|Italia|Italian||Italian, English|it|Milan, Lombardy; Rome, Lazio; Turin; Bologna; Florence, Tuscany; Naples; Venice; Palermo, Sicily; Siena, Tuscany
GR|Greece||Greek||Greek, English|=greek, el|Athens; Thessaloniki; Heraklion
PL|Poland||Polish|Pole|Polish, English|pl|Warsaw; Kraków; Wrocław; Gdańsk; Poznań
CZ|Czechia|Czech Republic|Czech||Czech, English|cs_CZ|Prague; Brno
SK|Slovakia||Slovak|Slovakian|Slovak, English|sk|Bratislava; Košice
HU|Hungary||Hungarian||Hungarian, English|hu|Budapest; Debrecen
RO|Romania||Romanian||Romanian, English|ro|Bucharest; Cluj-Napoca
BG|Bulgaria||Bulgarian||Bulgarian, English|=slavic|Sofia; Plovdiv
HR|Croatia||Croatian|Croat|Croatian, English|hr|Zagreb; Split
RS|Serbia||Serbian|Serb|Serbian, English|sr_RS_latin|Belgrade; Novi Sad
SI|Slovenia||Slovenian|Slovene|Slovenian, English|sl_SI|Ljubljana; Maribor
UA|Ukraine||Ukrainian||Ukrainian, Russian, English|=slavic, uk|Kyiv; Lviv; Odesa
RU|Russia||Russian||Russian, English|=slavic, ru|Moscow; Saint Petersburg
SE|Sweden||Swedish|Swede|Swedish, English|sv|Stockholm; Gothenburg; Malmö; Uppsala
NO|Norway||Norwegian||Norwegian, English|nb_NO|Oslo; Bergen; Trondheim; Stavanger; Tromsø
DK|Denmark||Danish|Dane|Danish, English|da|Copenhagen; Aarhus; Odense
FI|Finland||Finnish|Finn|Finnish, Swedish, English|fi|Helsinki; Tampere; Turku
IS|Iceland||Icelandic|Icelander|Icelandic, English|=icelandic|Reykjavik
EE|Estonia||Estonian||Estonian, English|=baltic|Tallinn; Tartu
LV|Latvia||Latvian||Latvian, English|lv|Riga
LT|Lithuania||Lithuanian||Lithuanian, English|=baltic|Vilnius; Kaunas
BA|Bosnia and Herzegovina|Bosnia|Bosnian||Bosnian, English|hr|Sarajevo; Mostar
AL|Albania||Albanian||Albanian, English|=greek|Tirana
MK|North Macedonia|Macedonia|Macedonian||Macedonian, English|=slavic|Skopje
ME|Montenegro||Montenegrin||Serbian, English|sr_RS_latin|Podgorica
CY|Cyprus||Cypriot||Greek, Turkish, English|=greek|Nicosia; Limassol
MT|Malta||Maltese||Maltese, English|it|Valletta
MD|Moldova||Moldovan||Romanian, Russian|ro|Chișinău
BY|Belarus||Belarusian||Belarusian, Russian|=slavic|Minsk
`;
