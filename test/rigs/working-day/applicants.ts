import { formData } from '#support/ashas-form.ts'

/** Invented people: a name, a domain, a college, a year, and how many days ago they applied. */
const people = [
  ['Asha Example', 'Data Science', 'Example Polytechnic', '3rd Year'],
  ['Ravi Sample', 'Java Development', 'Sample University', '2nd Year'],
  ['Meera Invented', 'Data Science', 'Example Polytechnic', '1st Year'],
  ['Kabir Example', 'Cyber Security', 'Sample University', 'Graduated'],
  ['Zoya Pretend', 'Data Science', 'Nowhere Institute', '4th Year'],
  ['Thomas Noname', 'Graphic Design', 'Nowhere Institute', '2nd Year'],
] as const

/** Each one's form, with a resume of their own. */
export const applicantForms = people.map(([name, domain, college, year], at) =>
  formData({
    name,
    domain,
    college,
    year,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
    phone: `+91 98765 4321${at}`,
    internship: '',
    linkedin: '',
    message: `I would like to learn ${domain}.`,
  }),
)
