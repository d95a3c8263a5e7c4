/** Words of the application page. */

export const benefits = [
  {
    title: 'Verified Certification',
    text: 'Complete your internship and receive a certificate with its own id, which anyone can check on this site.',
  },
  {
    title: 'Industry-Relevant Skills',
    text: 'Work on the kind of tasks that teams are given at work, and learn the tools they use.',
  },
  {
    title: 'Networking Opportunities',
    text: 'Meet mentors and students from colleges all over India who care about the same field.',
  },
  {
    title: 'Career Advancement',
    text: 'Top performers get referrals and help with placement at our partner companies.',
  },
]
