// One file a language; a language is added by a file and a line here.
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";

export const WORDS: Record<string, Record<string, string>> = { en, fr, de };
