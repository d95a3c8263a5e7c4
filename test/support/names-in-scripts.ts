/**
 * A name in each script that people in India write theirs in, with letters that are hard to put together,
 * and in those of some who come from elsewhere.
 */
export const namesInScripts = [
  'श्रीकृष्ण त्रिपाठी',
  'সৌমিত্র বন্দ্যোপাধ্যায়',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'હર્ષદ ધર્મિષ્ઠા મહેતા',
  'ଲକ୍ଷ୍ମୀପ୍ରିୟା ମହାପାତ୍ର',
  'ஸ்ரீநிவாசன் கௌசல்யா',
  'సత్యనారాయణ కృష్ణమూర్తి',
  'ಶ್ರೀಕೃಷ್ಣ ಲಕ್ಷ್ಮೀ ಧರ್ಮ',
  'ശ്രീകൃഷ്ണൻ ലക്ഷ്മി',
  'عائشہ نصیر الدین',
  'محمد عرفان صدیقی',
  'عبداللطيف ڀٽائي',
  'غُلام نَبی کٲشُر',
  'ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ',
  'ꯃꯩꯇꯩ ꯆꯅꯨ',
  'Nguyễn Thị Thảo',
  'Kṛṣṇa Saṁkara Məmmədova',
  'Γιώργος Παπαδόπουλος',
  'Анна Қазақова',
]
