"""What a page needs beside the report: drawings, shaded texts, filters; and the templates."""
