import { expect, test } from 'vitest'
import { languageOfName } from './holder-name.tsx'

test.each([
  ['ரவி குமார்', 'ta'],
  ['K. ரவி', 'ta'],
  ['రవి కుమార్', 'te'],
  ['ರವಿ ಕುಮಾರ್', 'kn'],
  ['രവി കുമാർ', 'ml'],
  ['રવિ કુમાર', 'gu'],
  ['ରବି କୁମାର', 'or'],
  ['ਰਵੀ ਕੁਮਾਰ', 'pa'],
  // Hindi, Marathi, Nepali and others; Bengali and Assamese; Urdu, Kashmiri and others.
  ['रवि कुमार', undefined],
  ['রবি কুমার', undefined],
  ['روی کمار', undefined],
  ['Asha Example', undefined],
  ['ரவி రవి', undefined],
  ['ரவி रवि', undefined],
  ['', undefined],
])('the name %s is read as %s', (name, language) => {
  expect(languageOfName(name)).toBe(language)
})
