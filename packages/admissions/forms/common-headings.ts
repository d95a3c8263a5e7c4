/** What people write above the columns of their sheets, in small letters without spaces and signs. */
export const commonHeadings = {
  reference: `ref refno referenceno referencenumber referenceid applicationreference
    applicationno applicationnumber naicreference`,
  name: `name fullname student studentname nameofstudent nameofthestudent applicant applicantname
    candidate candidatename participant participantname`,
  email: `email emailid emailaddress mail mailid emailofstudent studentemail customeremail
    payeremail respondentemail username`,
  college: `college collegename nameofcollege nameofthecollege institute institution
    institutename institutionname university`,
}

/**
 * @param names with spaces between them.
 * @returns a table by which `readHeading` knows other names of a column.
 */
export const headingsOf = <Column extends string>(
  column: Column,
  names: string,
): Record<string, Column> => Object.fromEntries(names.split(/\s+/).map((name) => [name, column]))
