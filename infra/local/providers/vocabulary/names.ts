/** Latin spellings for origins whose faker locale writes another script, or that have none: given names / family names. */
export const NAME_LISTS: Readonly<Record<string, string>> = {
  greek:
    'Eleni Katerina Sofia Dimitra Ioanna Nikos Giorgos Kostas Yannis Dimitris Thanos Despina / Papavasiliou Karagounakis Stavridis Manolakis Xenakidis Triantafyllis Zervoudakis Kallergi Mavropoulou Andreadaki',
  slavic:
    'Olena Daria Kateryna Iryna Anastasia Oleksandr Dmytro Andriy Mikhail Sergei Nikolay Yulia Plamen Desislava Boris / Kovalchyk Shevchuk Bondarenka Melnychuk Petrova Orlovsky Volkov Dimitrova Georgiev Stoyanov Kravets Lysenkova',
  icelandic:
    'Guðrún Sigríður Katrín Birna Jón Ólafur Einar Þór Ásta Magnús / Jónsdóttir Sigurðsson Einarsdóttir Gunnarsson Ólafsdóttir Magnússon Þórsdóttir Helgason',
  baltic:
    'Kristjan Maarja Liis Tõnis Rasmus Jonas Eglė Rūta Mantas Ieva Kadri Andrius / Tammsalu Kaskinurm Sepp Rebane Kazlauskaitė Petraitis Jankauskas Stankutė Ilves Oja',
  andean:
    'Ximena Illari Nayra Amaru Rumi Sinchi Chaska Luz Rosario Teófilo Wilmer Yadira Milagros Jhon Percy Flor Maricielo Renzo Gianella Túpac Alonso Fiorella Joaquín Valeria Edgardo Shirley / Huarcaya Mamani Quispe Condori Ñahui Poma Velezmoro Castañeda Chumpitaz Yupanqui Toledo Ccori Ticona Huamaní Choquehuanca Salvatierra Pachacútec Olazábal Urquizo Zegarra Lazarte Apaza Benavides Obregoso',
  caribbean:
    'Shanice Tamika Kemar Andre Kadian Dwayne Renee Marlon Keisha Akeem / Campbell-Reid Grantley Bailey Mohammed-Lewis Ramkissoon Baptiste Fenton Clarkeson Maharaj Whyte',
  chinese:
    'Wei Xin Yi Mei Ling Jun Hao Jia Min Zhen Yuxuan Zihan Ruoxi Haoran Siu Ka-Yan Chee Boon Hui Shan / Chen Lin Wang Zhang Liu Huang Tan Lim Ng Wong Lau Cheung Ouyang Zhao Xu Goh Koh Fong Tseng Shih',
  japanese:
    'Haruka Yui Sakura Aoi Mei Haruto Ren Sota Daiki Kenta Takumi Naoko Hiroshi Emi Ayumi / Shimizu Kobayashi Nakagawa Fujimori Yamazaki Okada Matsuda Ishikawa Hayashida Morimoto Kitamura Aoyama',
  korean:
    'Ji-woo Seo-yeon Min-jun Ha-eun Do-yun Soo-jin Hyun-woo Eun-ji Tae-hyung Yuna Joon-ho Bora / Kim Lee Park Choi Jung Kang Yoon Jang Lim Han Shin Seo',
  'muslim-south-asian':
    'Ayesha Fatima Sana Zainab Hira Bilal Usman Hamza Imran Tahmina Nusrat Rafiq Shahid Farhan Mehwish / Chaudhry Siddiqui Qureshi Malik Rahman Hossain Akhtar Butt Sheikh Mirza Chowdhury Islam',
  'sri-lankan':
    'Nimal Sanduni Dilani Kasun Tharindu Ishara Nadeesha Ruwan Chamari Lakshan / Perera Jayawardena Wickramasinghe Gunasekara Fernando Rajapaksha Selvarajah Dissanayake',
  malay:
    'Nurul Aisyah Siti Farah Ahmad Hafiz Amirul Zulkifli Izzati Faizal / Rahim Abdullah Ismail Hassan Osman Yusof Kamaruddin Salleh',
  filipino:
    'Maricel Jasmine Angelica Rowena Liezl Jomar Rodel Christian Paolo Arnel Divina Lovely Bayani / dela Cruz Santos Reyes Bautista Villanueva Magsaysay Dimaculangan Pangilinan Manalo Evangelista Tolentino Macaraeg',
  thai: 'Somchai Kanya Nattaya Pim Anong Chai Siriporn Thanawat Kittipong Sophea Dara Bopha / Srisawat Chaiyasit Wongsakul Phanomrung Suwannarat Rattanakosin Keo Sok Chea Thongchai',
  caucasian:
    'Nino Tamar Ketevan Giorgi Levan Anahit Ani Gayane Tigran Armen Davit Lusine / Beridzeli Kapanadzeli Lomidze Gelashvili Hakobyan Sargsyan Grigoryan Petrosyan Tsiklauri Avetisyan',
  hebrew:
    'Noa Tamar Yael Shira Michal Eitan Yonatan Omer Nadav Amit Lior Ronit / Ben-Shalom Levitan Mizrahi Peretz Azoulai Friedman Katzir Shapira Dahan Golanski',
  arabic:
    'Layla Noor Fatma Yasmine Rania Omar Khaled Youssef Tariq Hassan Salma Amira Karim Ziad Huda / Al-Masri Haddadin El-Sayed Khoury Benali Al-Qahtani Mansour Bouazizi El-Amrani Nassar Al-Farsi Darwish',
  persian:
    'Shirin Parisa Nasrin Mahsa Arash Behrouz Kourosh Dariush Laleh Navid Roya Siavash / Hosseini Karimi Rahimi Tehrani Mohammadi Farahani Jafari Shirazi Moradi Kermani',
  kenyan:
    'Wanjiku Achieng Njeri Akinyi Kamau Otieno Kiprop Mwangi Amina Juma Neema Baraka Nakato Okello Uwase Mugisha / Kariuki Odhiambo Wafula Chebet Mutua Njoroge Kimani Mwakyusa Ssempala Byaruhanga Habimana Nyambura',
  ethiopian:
    'Selamawit Hiwot Tigist Meron Dawit Yonas Bekele Abebe Mahlet Kidist Getachew / Tadesse Haile Gebremariam Tesfaye Wolde Alemu Mekonnen Assefa Girma Desta',
  pacific: 'Litia Mere Ana Sefa Tevita Sione Adi Ratu / Vakatawa Tuilagi Naivalu Koroi Raiwalui Tukana',
};
